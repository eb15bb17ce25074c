// Lesson 02, otherwise: one kernel template runs any loop, and a lambda of the launching thread is
// the loop's body; its captures are copied as arguments are (G1). Better where many loops become
// grids. The kernel has no name of its own in a trace, and a pointer to a local variable slips into
// a capture without being seen (G2).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kParentBlock = 64;  // threads in a block of a parent grid
constexpr int kBlock = 256;       // threads in a block of a child

int parent_blocks(int threads) { return (threads + kParentBlock - 1) / kParentBlock; }

template <class Body>
__global__ void run_turn(int turns, Body body) {
  const int i = thread_in_grid();
  if (i < turns) body(i);
}

// body(0) … body(turns - 1), a thread for each; no turns, no grid (K6).
template <class Body>
__device__ void launch_loop(int turns, Body body) {
  if (turns <= 0) return;
  run_turn<<<(turns + kBlock - 1) / kBlock, kBlock>>>(turns, body);
  keep_error(cudaGetLastError());
}

// ---- Task 1: one grid for each range ------------------------------------------------------------

// The same in one thread:
//   for (int r = 0; r < ranges; ++r)
//     for (int i = starts[r]; i < ends[r]; ++i) values[i] += gains[r];
// begin: one-grid-for-each-range
__global__ void raise_ranges(int* values, const int* starts, const int* ends, const int* gains,
                             int ranges) {
  const int r = thread_in_grid();
  if (r >= ranges) return;
  int* const range = values + starts[r];
  launch_loop(ends[r] - starts[r], [range, gain = gains[r]](int i) { range[i] += gain; });
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
__global__ void multiply_rows(Matrix m, const int* x, int* y, int threshold) {
  const int row = thread_in_grid();
  if (row >= m.rows) return;
  const int begin = m.row_begin[row], count = m.row_begin[row + 1] - begin;
  if (count >= threshold) {
    launch_loop(count, [=](int i) { atomicAdd(&y[row], product(m, x, begin + i)); });
    return;
  }
  for (int i = 0; i < count; ++i) y[row] += product(m, x, begin + i);
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
__global__ void run_rounds(unsigned long long* counter, int threads, int rounds, int steps) {
  if (thread_in_grid() >= threads) return;
  const auto count_step = [counter](int) { atomicAdd(counter, 1ull); };
  launch_loop(steps, count_step);
  for (int round = 1; round < rounds; ++round) {
    atomicAdd(counter, 5ull);
    launch_loop(steps, count_step);
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
