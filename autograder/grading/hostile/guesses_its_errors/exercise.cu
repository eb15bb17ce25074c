// Looks at no error that CUDA gives to a launch. Where numbers are missing in the end, the host
// returns 69, the error of a full pool.
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
  const int parent = blockIdx.x * blockDim.x + threadIdx.x;
  if (parent < parents) {
    record_child<<<1, children>>>(records, parent);
    (void)cudaGetLastError();
  }
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
  for (int i = 0; i < parents * children; ++i) if (records[i] == -1) return 69;
  return cudaSuccess;
}

// ---- Task 2: only every k-th thread launches ----------------------------------------------------

// The same in one thread:
//   for (int first = 0; first < n; first += k)
//     for (int e = first; e < first + k && e < n; ++e) owner[e] = first;
// begin: every-kth-thread
__global__ void claim_group(int* owner, int first, int n) {
  const int element = first + threadIdx.x;
  if (element < n) owner[element] = first;  // the last group may be cut short
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % k == 0) {
    claim_group<<<1, k>>>(owner, i, n);
    (void)cudaGetLastError();
  }
}
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
  for (int i = 0; i < n; ++i) if (owner[i] == -1) return 69;
  return cudaSuccess;
}

// ---- Task 3: a launch from a __device__ function, and what CUDA says to it ----------------------

__global__ void fill_row(int* row, int value) { row[threadIdx.x] = value; }

// Launches fill_row with `width` threads; returns what CUDA said to that launch.
__device__ cudaError_t launch_row(int* row, int width, int value) {
  // begin: launch-from-a-function
  fill_row<<<1, width>>>(row, value);
  return cudaGetLastError();
  // end: launch-from-a-function
}

// One block: with more rows than threads a thread launches several, one after another.
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

// One grid of the tree. Counts itself, then grows the next level.
__global__ void descend(int* grids, int level, int last_level) {
  if (threadIdx.x == 0 && level <= last_level + 1) atomicAdd(&grids[level], 1);
    // a tree that went wrong must not grow for ever
  // begin: down-to-a-level
  if (level < last_level) {
    descend<<<1, blockDim.x>>>(grids, level + 1, last_level);
    (void)cudaGetLastError();
  }
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
  for (int l = 0, asked = 1; l <= last_level; ++l, asked *= branches) if (grids[l] != asked) return 69;
  return cudaSuccess;
}
