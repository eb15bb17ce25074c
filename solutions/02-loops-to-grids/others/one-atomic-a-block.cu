// Lesson 02, otherwise: the threads of a child's block agree on a sum of their own, over shared
// memory or by a counting barrier, and only one of them adds it to the result. Better for long
// rows, where all threads want the same word; for a row of one block the barriers cost and gain
// nothing.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kParentBlock = 64;  // threads in a block of a parent grid
constexpr int kBlock = 256;       // threads in a block of a child

int parent_blocks(int threads) { return (threads + kParentBlock - 1) / kParentBlock; }

// ---- Task 1: one grid for each range ------------------------------------------------------------

// The same in one thread:
//   for (int r = 0; r < ranges; ++r)
//     for (int i = starts[r]; i < ends[r]; ++i) values[i] += gains[r];
// begin: one-grid-for-each-range
// A range without elements has no blocks either, and so no grid (K6).
__device__ int blocks_of(int turns) { return (turns + kBlock - 1) / kBlock; }

// `range` has `count` elements: a child needs not know where in the array it works.
__global__ void raise_range(int* range, int count, int gain) {
  for (int i = thread_in_grid(); i < count; i += gridDim.x * blockDim.x) range[i] += gain;
}

__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {
  const int r = thread_in_grid();
  const int count = r < ranges ? ends[r] - starts[r] : 0;
  if (const int blocks = blocks_of(count); blocks > 0) {
    raise_range<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(&values[starts[r]], count,
                                                                gains[r]);
    keep_error(cudaGetLastError());
  }
}
// end: one-grid-for-each-range

extern "C" int raise_all(int* values, int n, const int* starts, const int* ends, const int* gains,
                         int ranges) {
  DeviceArray<int> device, first, last, gain;
  TRY(clear_error());
  TRY(device.copy_of(values, n));
  TRY(first.copy_of(starts, ranges));
  TRY(last.copy_of(ends, ranges));
  TRY(gain.copy_of(gains, ranges));
  raise_ranges<<<parent_blocks(ranges), kParentBlock>>>(device.data, first.data, last.data,
                                                        gain.data, ranges);
  TRY(cudaGetLastError());
  TRY(device.copy_to(values, n));
  return read_error();
}

// ---- Task 2: only the long rows are worth a grid ------------------------------------------------

// A sparse matrix row by row: row r has the entries row_begin[r] … row_begin[r + 1] - 1, and entry
// e stands in column columns[e].
struct Matrix {
  const int* row_begin;
  const int* columns;
  const int* entries;
  int rows;
};

__device__ int product(const Matrix& m, const int* x, int entry) {
  return m.entries[entry] * x[m.columns[entry]];
}

// The same in one thread; y is 0 when the grid starts:
//   for (int r = 0; r < m.rows; ++r)
//     for (int e = m.row_begin[r]; e < m.row_begin[r + 1]; ++e) y[r] += product(m, x, e);
// begin: grids-for-long-rows-only
// The sum of all threads' values, for all of them. Every thread of the block must come here.
__device__ int block_sum(int value) {
  __shared__ int sums[kBlock];
  sums[threadIdx.x] = value;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

__global__ void add_long_row(Matrix m, const int* x, int* y, int row) {
  const int entry = m.row_begin[row] + thread_in_grid();
  const int sum = block_sum(entry < m.row_begin[row + 1] ? product(m, x, entry) : 0);
  if (threadIdx.x == 0) atomicAdd(y + row, sum);
}

__device__ int add_short_row(const Matrix& m, const int* x, int row) {
  int sum = 0;
  for (int entry = m.row_begin[row + 1]; entry-- > m.row_begin[row];) sum += product(m, x, entry);
  return sum;
}

__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {
  const int row = thread_in_grid();
  if (row >= m.rows) return;
  const int entries = m.row_begin[row + 1] - m.row_begin[row];
  if (entries < max(threshold, 1)) {  // an empty row is short whatever the threshold
    y[row] = add_short_row(m, x, row);
    return;
  }
  add_long_row<<<blocks_of(entries), kBlock, 0, cudaStreamFireAndForget>>>(m, x, y, row);
  keep_error(cudaGetLastError());
}
// end: grids-for-long-rows-only

extern "C" int multiply(int* y, const int* row_begin, const int* columns, const int* entries,
                        int rows, const int* x, int width, int threshold) {
  const int count = row_begin[rows];
  DeviceArray<int> sums, begins, places, numbers, vector;
  TRY(clear_error());
  TRY(begins.copy_of(row_begin, rows + 1));
  TRY(places.copy_of(columns, count));
  TRY(numbers.copy_of(entries, count));
  TRY(vector.copy_of(x, width));
  TRY(sums.allocate(rows));
  TRY(cudaMemset(sums.data, 0, sizeof(int) * rows));
  const Matrix matrix{begins.data, places.data, numbers.data, rows};
  multiply_rows<<<parent_blocks(rows), kParentBlock>>>(matrix, vector.data, sums.data, threshold);
  TRY(cudaGetLastError());
  TRY(sums.copy_to(y, rows));
  return read_error();
}

// ---- Task 3: a loop around the loop -------------------------------------------------------------

// The same in one thread:
//   for (int k = 0; k < threads; ++k)
//     for (int round = 0; round < rounds; ++round) {
//       for (int i = 0; i < steps; ++i) *counter += 1;
//       if (round + 1 < rounds) *counter += 5;  // between two rounds
//     }
// begin: one-grid-for-each-round
__global__ void count_steps(unsigned long long* counter, int steps) {
  const int counted = __syncthreads_count(thread_in_grid() < steps);
  if (threadIdx.x == 0) atomicAdd(counter, counted);
}

__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {
  if (thread_in_grid() >= threads) return;
  int left = rounds;
  while (left-- > 0) {
    if (steps > 0) {
      count_steps<<<blocks_of(steps), kBlock, 0, cudaStreamFireAndForget>>>(counter, steps);
      keep_error(cudaGetLastError());
    }
    if (left > 0) atomicAdd(counter, 5);
  }
}
// end: one-grid-for-each-round

extern "C" int count_in_rounds(unsigned long long* total, int threads, int rounds, int steps) {
  DeviceArray<unsigned long long> counter;
  TRY(clear_error());
  TRY(counter.allocate(1));
  TRY(cudaMemset(counter.data, 0, sizeof(unsigned long long)));
  run_rounds<<<parent_blocks(threads), kParentBlock>>>(counter.data, threads, rounds, steps);
  TRY(cudaGetLastError());
  TRY(counter.copy_to(total, 1));
  return read_error();
}
