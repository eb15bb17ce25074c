// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Counts how often 3n + 1 or n / 2 must be applied to a number until it is 1.
///
/// One block launches all grids at once, one per thread, each for consecutive numbers.
/// @param[out] steps  steps[i] is the count for n = i + 1; children * numbers elements
/// @param children  number of threads that launch, at most 64
/// @param numbers  numbers per grid, at most 1024
int count_steps(int* steps, int children, int numbers);

/// Draws numbers and finds the largest of each draw, with two grids per draw.
///
/// The second grid follows the first; no draw waits for another. `largest[d]` is the maximum over i
/// < numbers of `(7919 * d + 104729 * i + 31) % 9973`.
/// @param[out] largest  blocks * threads elements, one per draw; at most 64
/// @param blocks  number of blocks that launch
/// @param threads  threads per block; each thread makes one draw
/// @param numbers  numbers per draw, at most 1024
int largest_draws(int* largest, int blocks, int threads, int numbers);

/// Posts amounts in one ledger, with one grid per block. No two posting grids run at the same time.
///
/// Block b posts the amount 10 * b + 3.
/// @param[out] entries  the amounts in the order of their posting; `blocks` elements
/// @param[out] balance  becomes their sum
/// @param blocks  number of blocks, at most 64
int post_amounts(int* entries, int* balance, int blocks);

/// Counts marked cells of regions, with one grid per region and two more for each of these.
/// @param[out] found  for each region the number of cells i < width with `(region + 1) * i % 7 < 3`
/// @param regions  number of regions, at most 64
/// @param width  cells per region, at most 1024
int survey_regions(int* found, int regions, int width);

#ifdef __cplusplus
}
#endif
