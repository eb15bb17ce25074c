// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { kKeys = 64 };  ///< keys are 0 … kKeys - 1

/// Sorts n >= 1 keys: three child grids of one block, each of which needs what the one before
/// wrote.
int sort_once(int* sorted, const int* keys, int n);

/// Block b of `blocks` has the share n * b / blocks … n * (b + 1) / blocks - 1 of the values, at
/// least one. It finds their mean (sum / count, rounded towards 0); its child counts the values
/// above the mean; scores[b] = 1000 * mean + that count.
int score(int* scores, const int* values, int n, int blocks);

/// Adds up n >= 1 values over a tree: node 0 stands for all of them, the nodes 2 * k + 1 and
/// 2 * k + 2 for the first n / 2 and for the other ones of node k's n, unless k has `leaf` values
/// or fewer. sums[k] becomes the sum of node k, -1 where there is no node; `sums` has room for
/// `nodes`.
int tree_sum(long long* sums, int nodes, const int* values, int n, int leaf);

/// Sorts `batches` batches of n keys each, one after the other in `keys`, with the kernels of
/// sort_once in mapped host memory. The host waits for the device once.
int sort_batches(int* sorted, const int* keys, int n, int batches);

#ifdef __cplusplus
}
#endif
