// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Three grids p, q and r each write n numbers, in any order and at the same time if the device
/// can; when all three are complete a fourth grid z writes sums[i] = i + i * i + 3.
int sum_of_three(int* sums, int n);

/// Relaxes n cells until they hardly change: in one step every inner cell becomes the mean of its
/// two neighbors, the first and the last cell stay. Stops after the first step in which no cell
/// changed by `tolerance` or more, or after `max_steps` steps. `cells` holds the start and then the
/// result, `steps` the number of steps done. The host launches one grid and waits once.
int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps);

/// A grid of `tiles` blocks writes the heights of `tiles` tiles of 128 numbers, one block a tile.
/// When the whole grid is complete, one grid a tile, all independent of one another, turns the
/// heights into slopes: slopes[i] = height(i + 1) - height(i), 0 for the last;
/// height(i) = (31 * i + 7) % 257. At most 16 tiles. The host launches one grid.
int slopes_of_tiles(int* slopes, int tiles);

#ifdef __cplusplus
}
#endif
