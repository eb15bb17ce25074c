// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Writes how often 3n + 1 or n / 2 must be applied to n until it is 1: steps[i] for n = i + 1. One
/// block of `children` threads launches as many grids at once, each for `numbers` numbers in a row.
/// At most 64 children and 1,024 numbers each.
int count_steps(int* steps, int children, int numbers);

/// Draws `numbers` numbers for each of blocks * threads draws, and finds the largest of each:
/// largest[d] = max over i < numbers of (7919 * d + 104729 * i + 31) % 9973. Two grids a draw, the
/// second after the first; no draw waits for another. At most 64 draws and 1,024 numbers each.
int largest_draws(int* largest, int blocks, int threads, int numbers);

/// Each of `blocks` blocks has one grid post its amount, 10 * block + 3, in one ledger: entries[0]
/// … entries[blocks - 1] hold the amounts in the order of their posting, *balance their sum. No two
/// posting grids run at the same time. At most 64 blocks.
int post_amounts(int* entries, int* balance, int blocks);

/// Counts, in each of `regions` regions, the cells i < width for which (region + 1) * i % 7 < 3.
/// One grid a region, and two more for each of these. At most 64 regions of 1,024 cells.
int survey_regions(int* found, int regions, int width);

#ifdef __cplusplus
}
#endif
