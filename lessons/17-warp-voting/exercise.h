// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met. Warps are counted through the grid:
// with W warps a block, warp w of block b is number b * W + w.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Lets the lanes of each warp vote on whether their value is negative.
///
/// The grid has enough blocks for n values. In the last block, some lanes may have no value.
/// @param[out] who  for each warp a mask: bit k is 1 if lane k has a value and it is negative
/// @param[out] any  for each warp 1 if some lane has a negative value, else 0
/// @param[out] all  for each warp 0 if some lane has a value that is not negative, else 1
/// @param values  n elements
/// @param n  number of values, 1 to 4096
/// @param threads  threads per block, 1 to 256
int votes_of_warps(unsigned* who, int* any, int* all, const int* values, int n, int threads);

/// Lets some lanes of each warp of a block vote, while the others do something else.
///
/// Lanes 0, 3, 6 … 30 of each warp look at a sensor. Its reading is the number of halvings and
/// triplings that bring its value to 1.
/// @param[out] agree  for each warp 1 if all its sensors read less than `limit`, else 0
/// @param[out] others  for each thread the result of the other work
/// @param values  for each thread its value, 1 or more
/// @param threads  threads of the block, 1 to 1024
/// @param limit  see `agree`
int sensors_agree(int* agree, int* others, const int* values, int threads, int limit);

/// Counts the lanes that are still in a loop, round by round, in one block.
///
/// Each thread reduces a number to 1, and then leaves the loop.
/// @param[out] running  rows of 64, one per warp: element r is how many lanes were still in the
///   loop in round r
/// @param numbers  for each thread its number, 1 to 499
/// @param threads  threads of the block, 1 to 1024
int lanes_running(int* running, const int* numbers, int threads);

/// Computes cells, and refines the high ones by one launch per warp that has such a cell.
/// @param[out] coarse  `coarse[i] = 10 * heights[i]`
/// @param[out] fine  rows of 8, one per cell: `fine[i][k] = coarse[i] + k` if the cell is higher
///   than `limit`, else -1
/// @param heights  n elements
/// @param n  number of cells and threads, 1 to 4096
/// @param limit  higher cells are refined
int refine_cells(int* coarse, int* fine, const int* heights, int n, int limit);

#ifdef __cplusplus
}
#endif
