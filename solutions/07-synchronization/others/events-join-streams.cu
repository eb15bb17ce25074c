// Lesson 07, otherwise: streams of the grid's own and events between them; the two halves of a node
// overlap and meet at an event, and the block that ends last launches the one tail for all. Says
// which grid waits for which and for nothing else, where a tail waits for everything; costs the
// making of streams and events in each grid, of which 4,096 events may exist at once (E5).
#include <cuda_runtime.h>

#include <cstring>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// A stream of the calling grid. To destroy it neither waits nor cancels (S8).
struct Stream {
  cudaStream_t handle = nullptr;
  __device__ Stream() { keep_error(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
  __device__ ~Stream() { keep_error(cudaStreamDestroy(handle)); }

  // What is launched here from now on starts when all is complete that `other` has now.
  __device__ void wait_for(const Stream& other) const {
    cudaEvent_t reached;
    keep_error(cudaEventCreateWithFlags(&reached, cudaEventDisableTiming));
    keep_error(cudaEventRecord(reached, other.handle));
    keep_error(cudaStreamWaitEvent(handle, reached, 0));
    keep_error(cudaEventDestroy(reached));
  }
};

// An event of the host. It destroys itself, so that TRY may leave anywhere.
struct HostEvent {
  cudaEvent_t handle = nullptr;
  ~HostEvent() {
    if (handle != nullptr) cudaEventDestroy(handle);
  }
};

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
    const Stream wide, narrow;  // for the grids with a thread a key, and for the one of one block
    count_keys<<<blocks_for(k.n), kBlock, 0, wide.handle>>>(k);
    keep_error(cudaGetLastError());
    narrow.wait_for(wide);
    find_places<<<1, kKeys, 0, narrow.handle>>>(k);
    keep_error(cudaGetLastError());
    wide.wait_for(narrow);
    place_keys<<<blocks_for(k.n), kBlock, 0, wide.handle>>>(k);
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
__device__ unsigned blocks_done;

// A thread for each block of score_shares; its part of the score is there already.
__global__ void write_scores(Scores s, int blocks) {
  for (int b = thread_in_grid(); b < blocks; b += gridDim.x * blockDim.x) s.scores[b] += s.above[b];
}

__global__ void score_shares(Scores s) {
  const int b = blockIdx.x, first = first_value(b, s.n, gridDim.x);
  const int count = first_value(b + 1, s.n, gridDim.x) - first;
  const int mean = mean_of_share(s.values + first, count);
  if (threadIdx.x != 0) return;
  s.scores[b] = 1000 * mean;
  count_above<<<blocks_for(count), kBlock, 0, cudaStreamFireAndForget>>>(s.values + first, count,
                                                                         mean, &s.above[b]);
  keep_error(cudaGetLastError());
  if (atomicInc(&blocks_done, gridDim.x - 1) + 1 < gridDim.x) return;
  write_scores<<<1, kBlock, 0, cudaStreamTailLaunch>>>(s, gridDim.x);
  keep_error(cudaGetLastError());
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

__global__ void add_node(Tree t, int node, int begin, int end);

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
__global__ void add_halves(Tree t, int node) {
  t.sums[node] = t.sums[2 * node + 1] + t.sums[2 * (node + 1)];
}

// Launches both halves of an inner node, each into a stream, and what adds them up behind both.
__device__ void launch_halves(const Tree& t, int node, int begin, int end) {
  const Stream left, right;
  const int middle = begin + (end - begin) / 2;
  add_node<<<1, 1, 0, left.handle>>>(t, 2 * node + 1, begin, middle);
  keep_error(cudaGetLastError());
  add_node<<<1, 1, 0, right.handle>>>(t, 2 * node + 2, middle, end);
  keep_error(cudaGetLastError());
  left.wait_for(right);
  add_halves<<<1, 1, 0, left.handle>>>(t, node);
  keep_error(cudaGetLastError());
}

__global__ void add_node(Tree t, int node, int begin, int end) {
  if (end - begin > t.leaf) return launch_halves(t, node, begin, end);
  t.sums[node] = sum_of_leaf(t.values, begin, end);
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
  HostEvent sorted_all;
  TRY(cudaEventCreateWithFlags(&sorted_all.handle, cudaEventDisableTiming));
  for (int batch = 0; batch < batches; ++batch) {
    const int* const keys_of_batch = in.data + n * batch;
    int* const place = out.device + n * batch;
    sort_keys<<<1, kKeys>>>({keys_of_batch, place, n, counts.data, places.data});
    TRY(cudaGetLastError());
  }
  TRY(cudaEventRecord(sorted_all.handle));
  TRY(cudaEventSynchronize(sorted_all.handle));
  // end: one-wait-for-all
  std::memcpy(sorted, out.host, sizeof(int) * n * batches);
  return read_error();
}
