// Lesson 07, otherwise: every wait of an old program becomes a tail, one for one, with what the
// waiting thread knew as its arguments; no array of means is needed. The most mechanical way. It
// takes a tail a block where one for all would do, and they run one by one: on an H200 a launch
// from one thread took 10.2 µs into the tail stream, and 5.9 µs as fire-and-forget.
#include <cuda_runtime.h>

#include <cstring>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: children one after another, and nobody waits ---------------------------------------

// Sorts n keys by counting: how many there are of each, where each begins, then each to its place.
struct Keys {
  const int* keys;
  int* sorted;
  int n;
  int* counts;  // kKeys of them
  int* places;  // kKeys of them: where the next key of each kind goes
};

__global__ void count_keys(Keys k) {
  const int i = thread_in_grid();
  if (i < k.n) atomicAdd(&k.counts[k.keys[i]], 1);
}

// One thread a key.
__global__ void find_places(Keys k) {
  const int key = threadIdx.x;
  int place = 0;
  for (int smaller = 0; smaller < key; ++smaller) place += k.counts[smaller];
  k.places[key] = place;
}

__global__ void place_keys(Keys k) {
  const int i = thread_in_grid();
  if (i < k.n) k.sorted[atomicAdd(&k.places[k.keys[i]], 1)] = k.keys[i];
}

// One block of kKeys threads. The old program, from the barrier on:
//   if (threadIdx.x == 0) {
//     count_keys<<<blocks_for(k.n), kBlock>>>(k);
//     cudaDeviceSynchronize();
//     find_places<<<1, kKeys>>>(k);
//     cudaDeviceSynchronize();
//     place_keys<<<blocks_for(k.n), kBlock>>>(k);
//     cudaDeviceSynchronize();
//   }
__global__ void sort_keys(Keys k) {
  k.counts[threadIdx.x] = 0;
  __syncthreads();
  // begin: children-in-order
  if (threadIdx.x == 0) {
    count_keys<<<blocks_for(k.n), kBlock, 0, cudaStreamFireAndForget>>>(k);
    keep_error(cudaGetLastError());
    // Tails run in the order of their launches, each after all that the one before launched (T3).
    find_places<<<1, kKeys, 0, cudaStreamTailLaunch>>>(k);
    keep_error(cudaGetLastError());
    place_keys<<<blocks_for(k.n), kBlock, 0, cudaStreamTailLaunch>>>(k);
    keep_error(cudaGetLastError());
  }
  // end: children-in-order
}

extern "C" int sort_once(int* sorted, const int* keys, int n) {
  DeviceArray<int> in, out, counts, places;
  TRY(clear_error());
  TRY(in.copy_of(keys, n));
  TRY(out.allocate(n));
  TRY(counts.allocate(kKeys));
  TRY(places.allocate(kKeys));
  TRY(cudaMemset(out.data, 0xff, sizeof(int) * n));
  sort_keys<<<1, kKeys>>>({in.data, out.data, n, counts.data, places.data});
  TRY(cudaGetLastError());
  TRY(out.copy_to(sorted, n));
  return read_error();
}

// ---- Task 2: what came after the wait -----------------------------------------------------------

// How many of `count` values are above `limit`; *above is 0 before.
__global__ void count_above(const int* values, int count, int limit, int* above) {
  const int i = thread_in_grid();
  if (i < count && values[i] > limit) atomicAdd(above, 1);
}

// The share of block b: its first value, and how many.
__device__ int first_value(int block, int n, int blocks) {
  return static_cast<int>(static_cast<long long>(n) * block / blocks);
}

// The mean of a block's share, for all its threads. The same in one thread: sum / count.
__device__ int mean_of_share(const int* share, int count) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&sum, share[i]);
  __syncthreads();
  return sum / count;
}

// A score for each block, and room for what a block has to remember of itself.
struct Scores {
  const int* values;
  int n;
  int* above;   // 0 when the grid starts; one a block
  int* means;   // one a block
  int* scores;  // 0 when the grid starts; one a block
};

// The old program:
//   __global__ void score_shares(Scores s) {
//     const int first = first_value(blockIdx.x, s.n, gridDim.x);
//     const int count = first_value(blockIdx.x + 1, s.n, gridDim.x) - first;
//     const int mean = mean_of_share(s.values + first, count);
//     if (threadIdx.x == 0) {
//       count_above<<<blocks_for(count), kBlock>>>(s.values + first, count, mean,
//                                                  &s.above[blockIdx.x]);
//       cudaDeviceSynchronize();
//       s.scores[blockIdx.x] += 1000 * mean + s.above[blockIdx.x];
//     }
//   }
// begin: the-rest-in-a-tail
__global__ void write_scores(int* score, int mean, const int* above) {
  *score += 1000 * mean + *above;
}

__global__ void score_shares(Scores s) {
  const int block = blockIdx.x;
  const int first = first_value(block, s.n, gridDim.x);
  const int count = first_value(block + 1, s.n, gridDim.x) - first;
  const int mean = mean_of_share(s.values + first, count);
  if (threadIdx.x == 0) {
    int* const above = s.above + block;
    count_above<<<blocks_for(count), kBlock>>>(s.values + first, count, mean, above);
    keep_error(cudaGetLastError());
    write_scores<<<1, 1, 0, cudaStreamTailLaunch>>>(s.scores + block, mean, above);
    keep_error(cudaGetLastError());
  }
}
// end: the-rest-in-a-tail

extern "C" int score(int* scores, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * blocks;
  DeviceArray<int> in, above, means, out;
  TRY(clear_error());
  TRY(in.copy_of(values, n));
  TRY(above.allocate(blocks));
  TRY(means.allocate(blocks));
  TRY(out.allocate(blocks));
  TRY(cudaMemset(above.data, 0, bytes));
  TRY(cudaMemset(means.data, 0, bytes));
  TRY(cudaMemset(out.data, 0, bytes));
  score_shares<<<blocks, kBlock>>>({in.data, n, above.data, means.data, out.data});
  TRY(cudaGetLastError());
  TRY(out.copy_to(scores, blocks));
  return read_error();
}

// ---- Task 3: a wait at every level of a recursion -----------------------------------------------

// A node of the tree stands for values[begin] … values[end - 1]. Its children, nodes 2 * node + 1
// and 2 * node + 2, have a half each. sums[node] becomes the sum of its values.
struct Tree {
  const int* values;
  long long* sums;
  int leaf;  // a node of so many values or fewer has no children
};

__device__ long long sum_of_leaf(const int* values, int begin, int end) {
  long long sum = 0;
  for (int i = begin; i < end; ++i) sum += values[i];
  return sum;
}

// One thread runs each node. The old program:
//   __global__ void add_node(Tree t, int node, int begin, int end) {
//     if (end - begin <= t.leaf) {
//       t.sums[node] = sum_of_leaf(t.values, begin, end);
//       return;
//     }
//     const int middle = begin + (end - begin) / 2;
//     add_node<<<1, 1>>>(t, 2 * node + 1, begin, middle);
//     add_node<<<1, 1>>>(t, 2 * node + 2, middle, end);
//     cudaDeviceSynchronize();
//     t.sums[node] = t.sums[2 * node + 1] + t.sums[2 * node + 2];
//   }
// begin: a-tail-at-every-level
__global__ void add_halves(long long* sum, const long long* halves) {
  *sum = halves[0] + halves[1];
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  if (end - begin > t.leaf) {
    const int middle = begin + (end - begin) / 2, left = 2 * node + 1;
    // First what comes last: a tail waits for what is launched after it as well (T2).
    add_halves<<<1, 1, 0, cudaStreamTailLaunch>>>(t.sums + node, t.sums + left);
    keep_error(cudaGetLastError());
    add_node<<<1, 1, 0, cudaStreamPerThread>>>(t, left, begin, middle);
    keep_error(cudaGetLastError());
    add_node<<<1, 1>>>(t, left + 1, middle, end);
    keep_error(cudaGetLastError());
  } else {
    t.sums[node] = sum_of_leaf(t.values, begin, end);
  }
}
// end: a-tail-at-every-level

extern "C" int tree_sum(long long* sums, int nodes, const int* values, int n, int leaf) {
  DeviceArray<int> in;
  DeviceArray<long long> out;
  TRY(clear_error());
  TRY(in.copy_of(values, n));
  TRY(out.allocate(nodes));
  TRY(cudaMemset(out.data, 0xff, sizeof(long long) * nodes));
  add_node<<<1, 1>>>({in.data, out.data, leaf}, 0, 0, n);
  TRY(cudaGetLastError());
  TRY(out.copy_to(sums, nodes));
  return read_error();
}

// ---- Task 4: the host waits once ----------------------------------------------------------------

// The old host waited twice for each batch, because it did not trust the kernel:
//   for (int batch = 0; batch < batches; ++batch) {
//     cudaDeviceSynchronize();
//     sort_keys<<<1, kKeys>>>(…);
//     cudaDeviceSynchronize();
//   }
extern "C" int sort_batches(int* sorted, const int* keys, int n, int batches) {
  DeviceArray<int> in, counts, places;
  MappedInts out;
  TRY(clear_error());
  TRY(in.copy_of(keys, n * batches));
  TRY(out.allocate(n * batches));
  TRY(counts.allocate(kKeys));  // the same for all batches
  TRY(places.allocate(kKeys));
  std::memset(out.host, 0xff, sizeof(int) * n * batches);
  // begin: one-wait-for-all
  cudaLaunchConfig_t shape{};
  shape.gridDim = dim3(1);
  shape.blockDim = dim3(kKeys);
  for (int first = 0; first < n * batches; first += n) {
    const Keys batch{in.data + first, out.device + first, n, counts.data, places.data};
    TRY(cudaLaunchKernelEx(&shape, sort_keys, batch));
  }
  // A copy is a wait, too (N4), and the error of the launching threads has to be read anyway.
  TRY(read_error());
  // end: one-wait-for-all
  std::memcpy(sorted, out.host, sizeof(int) * n * batches);
  return read_error();
}
