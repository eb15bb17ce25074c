// Lesson 13, otherwise: a refused part is split here, and its parts ask for grids again: by then a
// place may be free, and each part asks once (K5). With a full pool that is quicksort where the
// reference sorts by the network. Threads have slices of their own and a prefix sum in place of
// atomics, so values keep their order; the network works in shared memory as far as it can.
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
  if (isnan(b)) return !isnan(a);
  return a < b;  // false if a is no number
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
constexpr int kTile = 1024;  // values that find room in shared memory, a power of two

// One round. Each pair of places belongs to one thread.
__device__ void compare_pairs(float* values, int n, int mask) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int j = i ^ mask;
    if (i < j && j < n && before(values[j], values[i])) exchange(values[i], values[j]);
  }
  __syncthreads();
}

__device__ void compare_nearer(float* values, int n, int mask) {
  for (; mask > 0; mask /= 2) compare_pairs(values, n, mask);
}

// Brings one tile after another to shared memory, has it worked on there, and brings it back.
template <typename Work>
__device__ void for_each_tile(float* values, int n, Work work) {
  __shared__ float tile[kTile];
  for (int begin = 0; begin < n; begin += kTile) {
    const int count = min(kTile, n - begin);
    for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = values[begin + i];
    __syncthreads();
    work(tile, count);
    for (int i = threadIdx.x; i < count; i += blockDim.x) values[begin + i] = tile[i];
    __syncthreads();
  }
}

// Sizes up to that of a tile stay within tiles; of larger ones, those masks do that are small.
__device__ void sort_by_block(float* values, int n) {
  for_each_tile(values, n, [](float* tile, int count) {
    for (int size = 2; size / 2 < count; size *= 2) {
      compare_pairs(tile, count, size - 1);
      compare_nearer(tile, count, size / 4);
    }
  });
  for (int size = 2 * kTile; size / 2 < n; size *= 2) {
    compare_pairs(values, n, size - 1);
    for (int mask = size / 4; mask >= kTile; mask /= 2) compare_pairs(values, n, mask);
    for_each_tile(values, n,
                  [](float* tile, int count) { compare_nearer(tile, count, kTile / 2); });
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

// Two counts: of values before the pivot, and of values equal to it.
struct Counts {
  int less, same;
};

// The counts of all threads before this one, and of all threads. By log2(kBlock) rounds, in each of
// which a thread adds what stands twice as far before it.
__device__ Counts sum_before(Counts mine, Counts& all) {
  __shared__ Counts sums[kBlock];
  const int me = threadIdx.x;
  Counts sum = mine;
  for (int distance = 1; distance < kBlock; distance *= 2) {
    sums[me] = sum;
    __syncthreads();
    const Counts other = me >= distance ? sums[me - distance] : Counts{0, 0};
    sum = {sum.less + other.less, sum.same + other.same};
    __syncthreads();
  }
  sums[me] = sum;
  __syncthreads();
  all = sums[kBlock - 1];
  return {sum.less - mine.less, sum.same - mine.same};
}

// All threads of the block call this together. `scratch` has room for n values. When they return,
// all of them see the values in their new places.
__device__ Parts split_by_block(float* values, float* scratch, int n, float pivot) {
  // begin: split-in-three
  const int slice = (n + kBlock - 1) / kBlock;
  const int begin = min(n, static_cast<int>(threadIdx.x) * slice), end = min(n, begin + slice);
  Counts mine{0, 0}, all;
  for (int i = begin; i < end; ++i) {
    mine.less += before(values[i], pivot);
    mine.same += equal(values[i], pivot);
  }
  const Counts earlier = sum_before(mine, all);
  const Parts parts{all.less, all.less + all.same};
  int less = earlier.less, same = parts.less + earlier.same;
  int more = parts.more + begin - earlier.less - earlier.same;
  for (int i = begin; i < end; ++i) {
    int& place = before(values[i], pivot) ? less : before(pivot, values[i]) ? more : same;
    scratch[place++] = values[i];
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

// Parts that this block is to sort, in shared memory. The latest comes first; if that is never the
// larger of two, there are as many as n has binary digits, and one more.
struct Todo {
  struct Part {
    int first, n;
    bool may_split;  // else it is for the network
  };
  static constexpr int kMost = 18;
  Part parts[kMost];
  int count;
};

// One thread, after a barrier. Sees to it that the values [first, first + n) will be sorted, by a
// child or, as one of its parts to do, by this block. `depth` is that of this grid, 0 for the
// host's.
__device__ void hand_over(Job job, int first, int n, int depth, Todo& todo);

// begin: hand-over
constexpr int kMostSplits = 64;  // of one block; poor pivots would need any number

__device__ void hand_over(Job job, int first, int n, int depth, Todo& todo) {
  const bool worth_it = n > kSmall && depth < job.deepest;
  if (worth_it) {
    quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(job, first, n, depth + 1);
    if (cudaGetLastError() == cudaSuccess) return;
    atomicAdd(job.refused, 1);
  }
  todo.parts[todo.count++] = {first, n, worth_it};
}
// end: hand-over

// Sorts the values [first, first + n). One block.
__global__ void quicksort(Job job, int first, int n, int depth) {
  // begin: split-and-hand-over
  __shared__ Todo todo;
  if (threadIdx.x == 0) {
    todo.parts[0] = {first, n, n > kSmall};
    todo.count = 1;
  }
  __syncthreads();
  for (int splits = 0; todo.count > 0;) {
    const Todo::Part now = todo.parts[todo.count - 1];
    float* values = job.values + now.first;
    __syncthreads();  // all have read it
    if (threadIdx.x == 0) --todo.count;
    if (!now.may_split || ++splits > kMostSplits) {
      sort_by_block(values, now.n);
    } else {
      const float pivot = choose_pivot(values, now.n);
      const Parts parts = split_by_block(values, job.scratch + now.first, now.n, pivot);
      const Todo::Part left{now.first, parts.less, true};
      const Todo::Part right{now.first + parts.more, now.n - parts.more, true};
      const Todo::Part& larger = left.n > right.n ? left : right;
      const Todo::Part& smaller = left.n > right.n ? right : left;
      if (threadIdx.x == 0) {
        hand_over(job, larger.first, larger.n, depth, todo);
        hand_over(job, smaller.first, smaller.n, depth, todo);
      }
    }
    __syncthreads();
  }
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
