// Lesson 07: device code that used to wait for its children, and no longer can.
//
// CDP1 had a cudaDeviceSynchronize() for kernels; CDP2 has none, and needs none. A wait at the end
// was never needed (N1). Instead of a wait between two children, one stream orders them (S5). What
// comes after a wait goes into a tail, and what it needs into global memory (T2, T11).
#include <cuda_runtime.h>

#include <cstring>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: children one after another, and no thread waits ------------------------------------

// A counting sort of n keys: count each kind, find where each kind begins, put each key there.
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

// One thread per key.
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
  // TODO(children-in-order): launch the three grids of the old program, so that each starts when the
  // one before is complete. No thread can wait for a grid; a stream can. Must hold under every
  // schedule. Check every launch.
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

// Counts how many of `count` values are above `limit`. *above must be 0 before.
__global__ void count_above(const int* values, int count, int limit, int* above) {
  const int i = thread_in_grid();
  if (i < count && values[i] > limit) atomicAdd(above, 1);
}

// Where the share of `block` begins; it ends where the share of the next block begins.
__device__ int first_value(int block, int n, int blocks) {
  return static_cast<int>(static_cast<long long>(n) * block / blocks);
}

// All threads of a block call this and get the mean of the block's share: sum / count.
__device__ int mean_of_share(const int* share, int count) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&sum, share[i]);
  __syncthreads();
  return sum / count;
}

// One score per block, and room for what each block must pass on to the tail.
struct Scores {
  const int* values;
  int n;
  int* above;   // 0 when the grid starts; one per block
  int* means;   // one per block
  int* scores;  // 0 when the grid starts; one per block
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
// TODO(the-rest-in-a-tail): let score_shares do what came before the wait, and write_scores what
// came after it, in a tail: a grid that starts when the children of all blocks are complete. What
// a block knows only in its own variables must be in global memory by then. Check every launch.
__global__ void write_scores(Scores s, int blocks) {}

__global__ void score_shares(Scores s) {}
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
  int leaf;  // a node with at most this many values has no children
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
// TODO(a-tail-at-every-level): let add_node write the sum of a leaf; for any other node let it launch
// a grid for each half, and let add_halves follow when both halves are complete, with all that they
// launched. Must hold for any number of levels. Check every launch.
__global__ void add_halves(Tree t, int node) {}

__global__ void add_node(Tree t, int node, int begin, int end) {}
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

// The old host code waited twice for each batch, to be safe:
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
  // TODO(one-wait-for-all): sort the batches one after another; batch b's keys begin at in.data +
  // n * b, its place in mapped memory is out.device + n * b. Let the host wait once, when all of them
  // are launched: the line after this region reads the result.
  // end: one-wait-for-all
  std::memcpy(sorted, out.host, sizeof(int) * n * batches);
  return read_error();
}
