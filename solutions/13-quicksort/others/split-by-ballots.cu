// Lesson 13, otherwise: ballots, not atomics, tell a value its place, so values keep their order
// within a part; the price is two looks at each. The rest is sorted by Knuth's merge exchange, a
// network for any n. Each child gets a named stream: an H200 took 0.69 µs a launch into those and
// 0.59 into fire-and-forget, from 1,024 threads (docs/h200-facts.md).
#include <cuda_runtime.h>

#include <utility>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;  // threads
constexpr int kSmall = 128;  // values that are not worth a grid of their own

// ---- Task 1: an order for all floats ------------------------------------------------------------

// Whether `a` has to stand before `b`.
__host__ __device__ bool before(float a, float b) {
  // begin: an-order
  return a == a && !(a >= b);  // >= is false of a NaN, so every number comes before one
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
// Compares each place i whose bit `p` is as in `r` with the place d behind it. No place is in two
// pairs: d is an odd multiple of p, so the two places of a pair differ in that bit.
__device__ void compare_pairs(float* values, int n, int p, int r, int d) {
  for (int i = threadIdx.x; i + d < n; i += blockDim.x) {
    if ((i & p) == r && before(values[i + d], values[i])) exchange(values[i], values[i + d]);
  }
  __syncthreads();
}

__device__ void sort_by_block(float* values, int n) {
  int top = 1;
  while (2 * top < n) top *= 2;
  for (int p = top; p > 0; p /= 2) {
    compare_pairs(values, n, p, 0, p);
    for (int q = top; q > p; q /= 2) compare_pairs(values, n, p, p, q - p);
  }
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

constexpr int kWarps = kBlock / 32;
constexpr int kNoPart = 3;

__device__ int part_of(float value, float pivot) {
  return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
}

// A barrier that counts: all threads get the sizes of the parts.
__device__ Parts count_parts(const float* values, int n, float pivot) {
  int less = 0, behind = 0;
  for (int tile = 0; tile < n; tile += kBlock) {
    const int i = tile + threadIdx.x;
    less += __syncthreads_count(i < n && before(values[i], pivot));
    behind += __syncthreads_count(i < n && before(pivot, values[i]));
  }
  return {less, n - behind};
}

// Of a tile with one value a thread: the place of this thread's value, which belongs to `part`.
// Moves next[] on behind the places that the whole tile takes.
__device__ int take_place(int part, int* next) {
  __shared__ int counts[3][kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int place = 0;
  for (int p = 0; p < 3; ++p) {
    const unsigned those = __ballot_sync(0xffffffff, part == p);
    if (lane == 0) counts[p][warp] = __popc(those);
    if (part == p) place = next[p] + __popc(those & ((1U << lane) - 1));
  }
  __syncthreads();
  for (int p = 0; p < 3; ++p) {
    for (int w = 0; w < kWarps; ++w) {
      if (part == p && w < warp) place += counts[p][w];
      next[p] += counts[p][w];
    }
  }
  __syncthreads();  // all have read the counts: the next tile may write them
  return place;
}

// All threads of the block call this together. `scratch` has room for n values. When they return,
// all of them see the values in their new places.
__device__ Parts split_by_block(float* values, float* scratch, int n, float pivot) {
  // begin: split-in-three
  const Parts parts = count_parts(values, n, pivot);
  int next[3] = {0, parts.less,
                 parts.more};  // each part's next free place, the same in all threads
  for (int tile = 0; tile < n; tile += kBlock) {
    const int i = tile + threadIdx.x;
    const int part = i < n ? part_of(values[i], pivot) : kNoPart;
    const int place = take_place(part, next);
    if (part != kNoPart) scratch[place] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return parts;
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

// Sees to it that the values [first, first + n) will be sorted, by a child or by this block. All
// threads of the block call this together, after a barrier. `depth` is that of this grid, 0 for the
// host's.
__device__ void hand_over(Job job, int first, int n, int depth);

// begin: hand-over
// One thread. A stream of its own lets the child wait for nothing; it may be given back at once
// (S8). Without one the child runs in NULL.
__device__ bool launch_in_own_stream(Job job, int first, int n, int depth) {
  cudaStream_t stream = nullptr;
  keep_error(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  quicksort<<<1, kBlock, 0, stream>>>(job, first, n, depth + 1);
  const bool launched = cudaGetLastError() == cudaSuccess;
  if (!launched) atomicAdd(job.refused, 1);
  keep_error(cudaStreamDestroy(stream));
  return launched;
}

__device__ void hand_over(Job job, int first, int n, int depth) {
  const bool worth_it = n > kSmall && depth < job.deepest;
  // The barrier itself tells all threads what thread 0 knows.
  const bool by_child =
      __syncthreads_or(worth_it && threadIdx.x == 0 && launch_in_own_stream(job, first, n, depth));
  if (!by_child) sort_by_block(job.values + first, n);
}
// end: hand-over

// Sorts the values [first, first + n). One block.
__global__ void quicksort(Job job, int first, int n, int depth) {
  // begin: split-and-hand-over
  float* values = job.values + first;
  if (n <= kSmall) return sort_by_block(values, n);
  const float pivot = choose_pivot(values, n);
  const Parts parts = split_by_block(values, job.scratch + first, n, pivot);
  hand_over(job, first, parts.less, depth);
  hand_over(job, first + parts.more, n - parts.more, depth);
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
