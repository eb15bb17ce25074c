// Lesson 13, otherwise: both small parts of a split are sorted at once, each by half of the block,
// after both launches; the reference sorts one, then launches for the other. Threads of a warp take
// places in the same part with one atomic for all of them. A half with nothing to sort only waits:
// worse where one part is large and refused.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstring>
#include <utility>

#include "../given.h"
#include "exercise.h"

namespace cg = cooperative_groups;

constexpr int kBlock = 128;  // threads
constexpr int kSmall = 128;  // values that are not worth a grid of their own

// ---- Task 1: an order for all floats ------------------------------------------------------------

// Whether `a` has to stand before `b`.
__host__ __device__ bool before(float a, float b) {
  // begin: an-order
  // Unsigned numbers in the order of the floats. Negative ones have their bits turned around.
  const auto rank_of = [](float value) {
    if (value != value) return 0xffffffffU;  // behind all numbers
    value += 0.0f;                           // -0 becomes 0
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 != 0 ? ~bits : bits | 0x80000000U;
  };
  return rank_of(a) < rank_of(b);
  // end: an-order
}

__host__ __device__ bool equal(float a, float b) { return !before(a, b) && !before(b, a); }

__global__ void ask(int* answers, const float* a, const float* b, int n) {
  const int i = thread_in_grid();
  if (i < n) answers[i] = before(a[i], b[i]);
}

extern "C" int ask_before(int* answers, const float* a, const float* b, int n) {
  DeviceArray<float> device_a, device_b;
  DeviceArray<int> device_answers;
  TRY(device_a.copy_of(a, n));
  TRY(device_b.copy_of(b, n));
  TRY(device_answers.allocate(n));
  ask<<<n / kBlock + 1, kBlock>>>(device_answers.data, device_a.data, device_b.data, n);
  TRY(cudaGetLastError());
  return device_answers.copy_to(answers, n);
}

// ---- Given: the serial version ------------------------------------------------------------------

// Three parts of a range: [0, less) stands before the pivot, [less, more) is equal to it, and the
// rest stands behind it.
struct Parts {
  int less, more;
};

__host__ __device__ void exchange(float& a, float& b) {
  const float was = a;
  a = b;
  b = was;
}

// Of the first, the middle and the last value, the one between the others. n > 0.
__host__ __device__ float choose_pivot(const float* values, int n) {
  float a = values[0], b = values[n / 2], c = values[n - 1];
  if (before(b, a)) exchange(a, b);
  if (before(c, b)) b = before(c, a) ? a : c;
  return b;
}

__host__ __device__ Parts split_serially(float* values, int n, float pivot) {
  int less = 0, more = n;
  for (int i = 0; i < more;) {  // [i, more) has not been looked at
    if (before(values[i], pivot)) {
      exchange(values[i++], values[less++]);
    } else if (before(pivot, values[i])) {
      exchange(values[i], values[--more]);
    } else {
      ++i;
    }
  }
  return {less, more};
}

void quicksort_serially(float* values, int n) {
  if (n < 2) return;
  const Parts parts = split_serially(values, n, choose_pivot(values, n));
  quicksort_serially(values, parts.less);
  quicksort_serially(values + parts.more, n - parts.more);
}

extern "C" int sort_serially(float* values, int n) {
  quicksort_serially(values, n);
  return cudaSuccess;
}

// ---- Given: the plain version, a thread and a grid for each part --------------------------------

__device__ void selection_sort(float* values, int n) {
  for (int i = 0; i < n; ++i) {
    int first = i;
    for (int j = i + 1; j < n; ++j) {
      if (before(values[j], values[first])) first = j;
    }
    exchange(values[i], values[first]);
  }
}

__global__ void quicksort_plainly(float* values, int n) {
  if (n <= kSmall) return selection_sort(values, n);
  const Parts parts = split_serially(values, n, choose_pivot(values, n));
  quicksort_plainly<<<1, 1>>>(values, parts.less);
  keep_error(cudaGetLastError());
  quicksort_plainly<<<1, 1>>>(values + parts.more, n - parts.more);
  keep_error(cudaGetLastError());
}

extern "C" int sort_plainly(float* values, int n) {
  DeviceArray<float> sorted;
  TRY(clear_error());
  TRY(sorted.copy_of(values, n));
  quicksort_plainly<<<1, 1>>>(sorted.data, n);
  TRY(cudaGetLastError());
  TRY(sorted.copy_to(values, n));
  return read_error();
}

// ---- Task 2: what a block sorts by itself -------------------------------------------------------

// All threads of the block call sort_by_block together. When it returns, all of them see the sorted
// values.
//
// A bitonic network for a power of two of values sorts pairs, merges them to fours, and so on:
//   for each size 2, 4, 8, … up to the first that is not smaller than n
//     compare each i with i ^ (size - 1): the lower place gets what comes before
//     for each mask size / 4, size / 8, … 1
//       compare each i with i ^ mask, in the same way

// begin: sort-in-a-block
// A range, and which of its pairs a thread compares: all `workers` share them.
struct Share {
  float* values;
  int n, worker, workers;
};

__device__ void compare_pairs(Share share, int mask) {
  for (int i = share.worker; i < share.n; i += share.workers) {
    const int j = i ^ mask;
    float &low = share.values[i], &high = share.values[j < share.n ? j : i];
    if (i < j && before(high, low)) exchange(low, high);
  }
  __syncthreads();
}

// All threads of the block, though not all of them with the same range: `longest` is the length of
// the longest. Rounds that a shorter one does not need find it sorted and change nothing.
__device__ void sort_at_once(Share share, int longest) {
  for (int size = 2; size / 2 < longest; size *= 2) {
    compare_pairs(share, size - 1);
    for (int mask = size / 4; mask > 0; mask /= 2) compare_pairs(share, mask);
  }
}

__device__ void sort_by_block(float* values, int n) {
  const int worker = threadIdx.x, workers = blockDim.x;
  sort_at_once({values, n, worker, workers}, n);
}
// end: sort-in-a-block

__global__ void sort_one(float* values, int n) { sort_by_block(values, n); }

extern "C" int sort_in_one_block(float* values, int n) {
  DeviceArray<float> sorted;
  TRY(sorted.copy_of(values, n));
  sort_one<<<1, kBlock>>>(sorted.data, n);
  TRY(cudaGetLastError());
  return sorted.copy_to(values, n);
}

// ---- Task 3: a block splits in three ------------------------------------------------------------

// A place behind those that were taken from this counter before. The threads of a warp that want
// one from the same counter, and are here together, ask for all their places at once.
__device__ int take_place(int* counters, int which) {
  const cg::coalesced_group same = cg::labeled_partition(cg::coalesced_threads(), which);
  int first = 0;
  if (same.thread_rank() == 0) first = atomicAdd(&counters[which], static_cast<int>(same.size()));
  return same.shfl(first, 0) + static_cast<int>(same.thread_rank());
}

// All threads of the block call this together. `scratch` has room for n values. When they return,
// all of them see the values in their new places.
__device__ Parts split_by_block(float* values, float* scratch, int n, float pivot) {
  // begin: split-in-three
  __shared__ int sizes[3], next[3];
  const auto part_of = [pivot](float value) {
    return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
  };
  if (threadIdx.x < 3) sizes[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) take_place(sizes, part_of(values[i]));
  __syncthreads();
  const int less = sizes[0], more = less + sizes[1];
  if (threadIdx.x < 3) next[threadIdx.x] = threadIdx.x == 0 ? 0 : threadIdx.x == 1 ? less : more;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    scratch[take_place(next, part_of(values[i]))] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return {less, more};
  // end: split-in-three
}

__global__ void split_one(float* values, float* scratch, Parts* parts, int n, float pivot) {
  const Parts found = split_by_block(values, scratch, n, pivot);
  if (threadIdx.x == 0) *parts = found;
}

extern "C" int split_in_three(float* values, int* less, int* more, int n, float pivot) {
  DeviceArray<float> split, scratch;
  DeviceArray<Parts> device_parts;
  Parts parts{-1, -1};
  TRY(split.copy_of(values, n));
  TRY(scratch.allocate(n));
  TRY(device_parts.copy_of(&parts, 1));
  split_one<<<1, kBlock>>>(split.data, scratch.data, device_parts.data, n, pivot);
  TRY(cudaGetLastError());
  TRY(split.copy_to(values, n));
  TRY(device_parts.copy_to(&parts, 1));
  *less = parts.less;
  *more = parts.more;
  return cudaSuccess;
}

// ---- Tasks 4 and 5: quicksort -------------------------------------------------------------------

// What all grids of one sorting share.
struct Job {
  float* values;
  float*
      scratch;   // as many as there are values: whoever sorts [first, first + n) has these of both
  int deepest;   // generations of children
  int* refused;  // parts whose launch was refused
};

__global__ void quicksort(Job job, int first, int n, int depth);

struct Range {
  int first, n;
};

// Sees to it that both ranges of values will be sorted, each by a child or by half of this block.
// All threads of the block call this together, once, after a barrier. `depth` is that of this grid,
// 0 for the host's.
__device__ void hand_over(Job job, Range left, Range right, int depth);

// begin: hand-over
// One thread. Launches a grid for these values if they are worth one; false if there is none.
__device__ bool launch_for(Job job, Range range, int depth) {
  if (range.n <= kSmall || depth >= job.deepest) return false;
  quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(job, range.first, range.n, depth + 1);
  const bool refused = cudaGetLastError() != cudaSuccess;
  if (refused) atomicAdd(job.refused, 1);
  return !refused;
}

__device__ void hand_over(Job job, Range left, Range right, int depth) {
  __shared__ int to_sort[2];  // how many values each half of the block has to sort
  constexpr int kHalf = kBlock / 2;
  const int half = threadIdx.x / kHalf, worker = threadIdx.x % kHalf;
  const Range mine = half == 0 ? left : right;
  if (worker == 0) to_sort[half] = launch_for(job, mine, depth) ? 0 : mine.n;
  __syncthreads();
  const int longest = max(to_sort[0], to_sort[1]);
  sort_at_once({job.values + mine.first, to_sort[half], worker, kHalf}, longest);
}
// end: hand-over

// Sorts the values [first, first + n). One block.
__global__ void quicksort(Job job, int first, int n, int depth) {
  // begin: split-and-hand-over
  float* values = job.values + first;
  if (n <= kSmall) {
    sort_by_block(values, n);
    return;
  }
  const Parts parts = split_by_block(values, job.scratch + first, n, choose_pivot(values, n));
  hand_over(job, {first, parts.less}, {first + parts.more, n - parts.more}, depth);
  // end: split-and-hand-over
}

extern "C" int sort_by_grids(float* values, int* refused, int n, int deepest, int pool) {
  const int none = 0;
  DeviceArray<float> sorted, scratch;
  DeviceArray<int> device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(clear_error());
  TRY(sorted.copy_of(values, n));
  TRY(scratch.allocate(n));
  TRY(device_refused.copy_of(&none, 1));
  quicksort<<<1, kBlock>>>({sorted.data, scratch.data, deepest, device_refused.data}, 0, n, 0);
  TRY(cudaGetLastError());
  TRY(sorted.copy_to(values, n));
  TRY(device_refused.copy_to(refused, 1));
  return read_error();
}
