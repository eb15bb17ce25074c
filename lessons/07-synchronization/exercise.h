// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The range of the keys.
enum {
  kKeys = 64  ///< keys are 0 … kKeys - 1
};

/// Sorts keys by three child grids of one block, each of which needs what the one before wrote.
/// @param[out] sorted  n elements
/// @param keys  n elements, each 0 … kKeys - 1
/// @param n  number of keys, 1 or more
int sort_once(int* sorted, const int* keys, int n);

/// Scores shares of an array, each from its mean and a count that a child grid makes.
///
/// Block b has the values n * b / blocks … n * (b + 1) / blocks - 1, at least one. It finds their
/// mean (sum / count, rounded towards 0). Its child counts the values above the mean.
/// @param[out] scores  for each block 1000 * mean + that count
/// @param values  n elements
/// @param n  number of values, at least `blocks`
/// @param blocks  number of blocks
int score(int* scores, const int* values, int n, int blocks);

/// Adds up values over a tree of grids.
///
/// Node 0 is for all values. The nodes 2 * k + 1 and 2 * k + 2 are for the first half (size / 2)
/// and for the rest of node k's values, unless k has `leaf` values or fewer.
/// @param[out] sums  for each node its sum, -1 where there is no node
/// @param nodes  number of elements of `sums`
/// @param values  n elements
/// @param n  number of values, 1 or more
/// @param leaf  a node with so many values or fewer has no children
int tree_sum(long long* sums, int nodes, const int* values, int n, int leaf);

/// Sorts batches of keys with the kernels of sort_once(), in mapped host memory.
///
/// The host waits for the device once.
/// @param[out] sorted  batches * n elements
/// @param keys  batches * n elements, one batch after the other
/// @param n  keys per batch
/// @param batches  number of batches
int sort_batches(int* sorted, const int* keys, int n, int batches);

#ifdef __cplusplus
}
#endif
