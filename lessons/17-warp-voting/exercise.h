// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met. Warps are counted through the grid:
// with W warps a block, warp w of block b is number b * W + w.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Blocks of `threads` threads, a value each. Bit k of who[w] is 1 if lane k of warp w has a value
/// and it is negative; any[w] is 1 if there is such a lane, all[w] is 1 if there is no lane with a
/// value that is not negative; else they are 0. There are blocks enough for n values, and in the last
/// of them perhaps lanes without a value. 1 <= n <= 4096, 1 <= threads <= 256.
int votes_of_warps(unsigned* who, int* any, int* all, const int* values, int n, int threads);

/// One block of `threads` threads. Lanes 0, 3, 6 … 30 of each warp look at a sensor, the others work
/// on something else. agree[w] is 1 if all sensors of warp w read less than `limit`, else 0. A
/// sensor's reading is the number of halvings and triplings that bring values[i] to 1.
/// 1 <= threads <= 1024, values[i] >= 1.
int sensors_agree(int* agree, int* others, const int* values, int threads, int limit);

/// Each thread reduces a number to 1, round by round, and then leaves the loop. running[w][r], in
/// rows of 64, is how many lanes of warp w were still in the loop in round r. One block.
/// 1 <= threads <= 1024, 1 <= numbers[i] < 500.
int lanes_running(int* running, const int* numbers, int threads);

/// A cell a thread: coarse[i] = 10 * heights[i]. Cells higher than `limit` are refined into 8 by a
/// child grid: fine[i][k] = coarse[i] + k, in rows of 8; what is not refined is -1. One launch for
/// each warp with a cell to refine, none for the others. 1 <= n <= 4096.
int refine_cells(int* coarse, int* fine, const int* heights, int n, int limit);

#ifdef __cplusplus
}
#endif
