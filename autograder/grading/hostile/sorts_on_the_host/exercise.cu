// Sorts, scores and adds up on the host. All grids are launched in the right order and wait for the right
// grids, but are empty.
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

__global__ void count_keys() {}
__global__ void find_places() {}
__global__ void place_keys() {}

__global__ void sort_keys(int n) {
  if (threadIdx.x != 0) return;
  count_keys<<<blocks_for(n), kBlock>>>();
  keep_error(cudaGetLastError());
  find_places<<<1, kKeys>>>();
  keep_error(cudaGetLastError());
  place_keys<<<blocks_for(n), kBlock>>>();
  keep_error(cudaGetLastError());
}

extern "C" int sort_batches(int* sorted, const int* keys, int n, int batches) {
  TRY(clear_error());
  for (int batch = 0; batch < batches; ++batch) {
    sort_keys<<<1, kKeys>>>(n);
    TRY(cudaGetLastError());
  }
  TRY(cudaDeviceSynchronize());
  std::copy_n(keys, n * batches, sorted);
  for (int batch = 0; batch < batches; ++batch)
    std::sort(sorted + n * batch, sorted + n * (batch + 1));
  return read_error();
}

extern "C" int sort_once(int* sorted, const int* keys, int n) {
  return sort_batches(sorted, keys, n, 1);
}

__global__ void count_above() {}
__global__ void write_scores() {}

__global__ void score_shares(int share) {
  if (threadIdx.x != 0) return;
  count_above<<<blocks_for(share), kBlock>>>();
  keep_error(cudaGetLastError());
  if (blockIdx.x != 0) return;
  write_scores<<<blocks_for(gridDim.x), kBlock, 0, cudaStreamTailLaunch>>>();
  keep_error(cudaGetLastError());
}

extern "C" int score(int* scores, const int* values, int n, int blocks) {
  TRY(clear_error());
  score_shares<<<blocks, kBlock>>>((n + blocks - 1) / blocks);
  TRY(cudaGetLastError());
  for (long b = 0; b < blocks; ++b) {
    const int first = static_cast<int>(n * b / blocks),
              end = static_cast<int>(n * (b + 1) / blocks);
    int mean = 0, above = 0;
    for (int i = first; i < end; ++i) mean += values[i];
    mean /= end - first;
    for (int i = first; i < end; ++i) above += values[i] > mean ? 1 : 0;
    scores[b] = 1000 * mean + above;
  }
  return read_error();
}

__global__ void add_halves() {}

__global__ void add_node(int count, int leaf) {
  if (count <= leaf) return;
  for (const int half : {count / 2, count - count / 2}) {
    add_node<<<1, 1, 0, cudaStreamFireAndForget>>>(half, leaf);
    keep_error(cudaGetLastError());
  }
  add_halves<<<1, 1, 0, cudaStreamTailLaunch>>>();
  keep_error(cudaGetLastError());
}

long long add_up(long long* sums, int node, const int* values, int n, int leaf) {
  sums[node] = 0;
  if (n > leaf) {
    sums[node] = add_up(sums, 2 * node + 1, values, n / 2, leaf);
    sums[node] += add_up(sums, 2 * node + 2, values + n / 2, n - n / 2, leaf);
  } else {
    for (int i = 0; i < n; ++i) sums[node] += values[i];
  }
  return sums[node];
}

extern "C" int tree_sum(long long* sums, int nodes, const int* values, int n, int leaf) {
  TRY(clear_error());
  add_node<<<1, 1>>>(n, leaf);
  TRY(cudaGetLastError());
  for (int node = 0; node < nodes; ++node) sums[node] = -1;
  add_up(sums, 0, values, n, leaf);
  return read_error();
}
