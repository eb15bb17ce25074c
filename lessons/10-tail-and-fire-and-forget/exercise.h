// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Runs three grids at the same time, if the device can, and a fourth when all three are complete.
///
/// The grids p, q and r each write n numbers. Then z writes `sums[i] = i + i * i + 3`.
/// @param[out] sums  n elements
/// @param n  number of elements
int sum_of_three(int* sums, int n);

/// Relaxes cells until they hardly change. The host launches one grid and waits once.
///
/// In one step every inner cell becomes the mean of its two neighbors; the first and the last cell
/// stay. It stops after the first step in which no cell changed by `tolerance` or more, or after
/// `max_steps` steps.
/// @param[in,out] cells  n elements: the start, then the result
/// @param[out] steps  becomes the number of steps done
/// @param n  number of cells
/// @param tolerance  a smaller change counts as none
/// @param max_steps  largest number of steps
int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps);

/// Turns heights into slopes when the whole grid that writes the heights is complete.
///
/// The grid has one block per tile of 128 numbers, `height(i) = (31 * i + 7) % 257`. Then one grid
/// per tile, all independent of one another, writes `slopes[i] = height(i + 1) - height(i)`. The
/// host launches one grid.
/// @param[out] slopes  128 elements per tile; the last of all is 0
/// @param tiles  number of tiles, at most 16
int slopes_of_tiles(int* slopes, int tiles);

#ifdef __cplusplus
}
#endif
