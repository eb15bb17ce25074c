// Lesson 02: a loop whose length only its thread knows becomes a grid.
//
// A kernel lasts as long as the longest loop of its threads. So a thread that finds a long loop
// launches a grid for it, with one thread per iteration; a thread that finds a short loop is faster
// alone.
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
// TODO(one-grid-for-each-range): let thread r launch one raise_range grid for range r, with as few
// blocks of kBlock threads as suffice for one thread per element, and pass its error to keep_error.
// Must hold for ranges of any length: launch nothing for an empty range, and change no element
// outside of the range.
__global__ void raise_range(int* values, int start, int end, int gain) {}

__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {}
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
// e is in column columns[e].
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
// TODO(grids-for-long-rows-only): if row r has `threshold` entries or more, let thread r launch one
// add_long_row grid, with as few blocks as suffice for one thread per entry, and pass its error to
// keep_error. Otherwise let the thread add up the row itself. Must hold for empty rows and for a
// threshold of 0.
__global__ void add_long_row(Matrix m, const int* x, int* y, int row) {}

__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {}
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
// TODO(one-grid-for-each-round): turn the innermost loop, and only that one, into one count_steps
// grid per round, with as few blocks as suffice for one thread per step. Pass its error to
// keep_error. Each thread of the grid counts its step: by an atomic operation, or by a vote or sum
// of its warp or block. The launching thread adds the 5 between two rounds. Must hold for 0 steps
// and for more steps than a block has threads.
__global__ void count_steps(unsigned long long* counter, int steps) {}

__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {}
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
