// Lesson 01: grids that launch grids.
//
// A kernel launches another kernel with the same <<<grid, block>>> that the host uses. The launch
// is code of one thread: every thread that reaches it launches its own grid (K2).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;  // parent threads in a block; the last block is rarely full

int blocks_for(int threads) { return (threads + kBlock - 1) / kBlock; }

// ---- Task 1: every thread launches a child ------------------------------------------------------

// The child. Its threads know their parent only through the argument.
__global__ void record_child(int* records, int parent) {
  const int child = threadIdx.x;
  records[parent * blockDim.x + child] = 1000 * parent + child;
}

__global__ void launch_from_every_thread(int* records, int parents, int children) {
  // begin: one-child-per-thread
  // TODO(one-child-per-thread): let each of the first `parents` threads of the grid launch one
  // record_child grid of one block with `children` threads. Give the child the number of its parent
  // thread in the whole grid, and hand the outcome of the launch to keep_error. The last block has
  // threads to spare: they launch nothing.
  // end: one-child-per-thread
}

extern "C" int record_families(int* records, int parents, int children) {
  const size_t bytes = sizeof(int) * parents * children;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0xff, bytes));
  launch_from_every_thread<<<blocks_for(parents), kBlock>>>(device.data, parents, children);
  TRY(cudaGetLastError());
  // The copy waits for the parents and so for all that they launched (N1).
  TRY(cudaMemcpy(records, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 2: only every k-th thread launches ----------------------------------------------------

// The same in one thread:
//   for (int first = 0; first < n; first += k)
//     for (int e = first; e < first + k && e < n; ++e) owner[e] = first;
// begin: every-kth-thread
// TODO(every-kth-thread): let only the threads 0, k, 2k, … below n launch one claim_group grid of
// one block with k threads each, and pass its error to keep_error. The child launched by thread f
// writes f to owner[f] … owner[f + k - 1]. Must hold when k does not divide n.
__global__ void claim_group(int* owner, int first, int n) {}

__global__ void launch_from_every_kth(int* owner, int n, int k) {}
// end: every-kth-thread

extern "C" int claim_groups(int* owner, int n, int k) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0xff, bytes));
  launch_from_every_kth<<<blocks_for(n), kBlock>>>(device.data, n, k);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(owner, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: a launch from a __device__ function, and its error code ----------------------------

__global__ void fill_row(int* row, int value) { row[threadIdx.x] = value; }

// Launches fill_row with `width` threads; returns that launch's error code.
__device__ cudaError_t launch_row(int* row, int width, int value) {
  // begin: launch-from-a-function
  // TODO(launch-from-a-function): launch fill_row with one block of `width` threads and return the
  // error code of this launch, whatever the width. Must return 0 for a launch that was accepted,
  // even if an earlier launch of the same thread was refused.
  return cudaSuccess;
  // end: launch-from-a-function
}

// One block. If there are more rows than threads, a thread launches several, one after another.
__global__ void launch_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  for (int row = threadIdx.x; row < rows; row += blockDim.x) {
    codes[row] = launch_row(table + row * pitch, widths[row], row + 1);
  }
}

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  const size_t table_bytes = sizeof(int) * rows * pitch;
  const size_t row_bytes = sizeof(int) * rows;
  DeviceArray<int> device_table, device_codes, device_widths;
  TRY(clear_error());
  TRY(cudaMalloc(&device_table.data, table_bytes));
  TRY(cudaMalloc(&device_codes.data, row_bytes));
  TRY(cudaMalloc(&device_widths.data, row_bytes));
  TRY(cudaMemset(device_table.data, 0xff, table_bytes));
  TRY(cudaMemset(device_codes.data, 0xff, row_bytes));
  TRY(cudaMemcpy(device_widths.data, widths, row_bytes, cudaMemcpyHostToDevice));
  launch_rows<<<1, kBlock>>>(device_table.data, device_codes.data, device_widths.data, rows, pitch);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(table, device_table.data, table_bytes, cudaMemcpyDeviceToHost));
  TRY(cudaMemcpy(codes, device_codes.data, row_bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 4: a kernel that launches itself ------------------------------------------------------

// One grid of the tree. Counts itself, then launches the next level.
__global__ void descend(int* grids, int level, int last_level) {
  if (threadIdx.x == 0 && level <= last_level + 1) atomicAdd(&grids[level], 1);
  if (!no_error_yet()) return;  // after an error the tree must not grow forever
  // begin: down-to-a-level
  // TODO(down-to-a-level): let each thread launch descend for the next level, in the shape of its
  // own grid, and pass the error to keep_error. Nothing may be launched beyond last_level.
  // end: down-to-a-level
}

extern "C" int count_levels(int* grids, int branches, int last_level) {
  const size_t bytes = sizeof(int) * (last_level + 2);
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0, bytes));
  descend<<<1, branches>>>(device.data, 0, last_level);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(grids, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
