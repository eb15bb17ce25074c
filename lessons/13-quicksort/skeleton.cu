// Lesson 13: quicksort. A block splits its values in three around a pivot; the two outer parts have
// nothing to do with each other, so each can have its own grid.
//
// How large the parts are and how deep the recursion goes is not known in advance. So a part gets
// a grid only if it is large enough and not too deep, and if the pool has a slot for it. Otherwise
// the block sorts it itself.
#include <cuda_runtime.h>

#include <utility>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;  // threads
constexpr int kSmall = 128;  // values that are not worth a grid of their own

// ---- Task 1: an order for all floats ------------------------------------------------------------

// Whether `a` must come before `b`.
__host__ __device__ bool before(float a, float b) {
  // begin: an-order
  // TODO(an-order): say whether `a` must come before `b`. Numbers are ordered by <, and a NaN
  // comes after every number. Must hold for any two floats; of two NaNs, neither comes before the
  // other.
  return a < b;
  // end: an-order
}

__host__ __device__ bool equal(float a, float b) { return !before(a, b) && !before(b, a); }

__global__ void compare_each(int* answers, const float* a, const float* b, int n) {
  const int i = thread_in_grid();
  if (i < n) answers[i] = before(a[i], b[i]);
}

extern "C" int compare_arrays(int* answers, const float* a, const float* b, int n) {
  DeviceArray<float> device_a, device_b;
  DeviceArray<int> device_answers;
  TRY(device_a.copy_of(a, n));
  TRY(device_b.copy_of(b, n));
  TRY(device_answers.allocate(n));
  compare_each<<<n / kBlock + 1, kBlock>>>(device_answers.data, device_a.data, device_b.data, n);
  TRY(cudaGetLastError());
  return device_answers.copy_to(answers, n);
}

// ---- Given: the serial version ------------------------------------------------------------------

// Three parts of a range: [0, less) comes before the pivot, [less, more) is equal to it, and the
// rest comes after it.
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

// ---- Given: the plain version, one thread and one grid per part ---------------------------------

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
// A bitonic network for 2, 4, 8, … values sorts pairs, merges them into fours, and so on:
//   for each size 2, 4, 8, … up to the first that is not smaller than n
//     compare each i with i ^ (size - 1): the lower place gets what comes before
//     for each mask size / 4, size / 8, … 1
//       compare each i with i ^ mask, in the same way

// begin: sort-in-a-block
// TODO(sort-in-a-block): sort the n values with all threads of the block, by the network above:
// each pair of elements belongs to one thread, and a barrier separates each round of pairs from the
// next. Must hold for any n from 0 on, also if n is larger than the block or is no power of two.
__device__ void sort_by_block(float* values, int n) {}
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

// All threads of the block call this together. `scratch` has room for n values. When they return,
// all of them see the values in their new places.
__device__ Parts split_by_block(float* values, float* scratch, int n, float pivot) {
  // begin: split-in-three
  // TODO(split-in-three): bring what comes before the pivot to the front, what comes after it to
  // the end, and what is equal to it in between. All threads of the block share the work: each takes
  // a place in `scratch` for its value with an atomic on a counter in shared memory; then all values
  // are copied back. Must hold for any n and any pivot, and no value may change a bit: 0 and -0 are
  // equal.
  return {0, n};
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
      scratch;   // as many as values: whoever sorts [first, first + n) may use this part of both
  int deepest;   // generations of children
  int* refused;  // parts whose launch was refused
};

__global__ void quicksort(Job job, int first, int n, int depth);

// Makes sure that the values [first, first + n) get sorted, by a child or by this block. All
// threads of the block call this together, after a barrier. `depth` is this grid's depth: 0 for the
// grid that the host launches.
__device__ void hand_over(Job job, int first, int n, int depth);

// begin: hand-over
// TODO(hand-over): each part gets a grid now, however small and however deep, one after the other,
// and a part whose launch is refused is lost. Launch a grid only if there are more than kSmall values
// and depth is less than job.deepest, and let it wait for no other part. If there is no such launch,
// or it is refused, the block sorts the part itself. Add 1 to *job.refused for each refused launch:
// many grids do so at once.
__device__ void hand_over(Job job, int first, int n, int depth) {
  if (threadIdx.x == 0) {
    quicksort<<<1, kBlock>>>(job, first, n, depth + 1);
    keep_error(cudaGetLastError());
  }
}
// end: hand-over

// Sorts the values [first, first + n). One block.
__global__ void quicksort(Job job, int first, int n, int depth) {
  // begin: split-and-hand-over
  // TODO(split-and-hand-over): sort the values here if there are at most kSmall. Otherwise choose
  // a pivot, split the values with elements [first, first + n) of scratch, and hand over each of the
  // two outer parts; the middle part is already in its place. Must hold for any n from 0 on.
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
