// Lesson 05: the limits that the host sets, and that apply to every launch from the device.
//
// Device code can set none of them (K7). If one is too small, the program finds out while it runs:
// a launch is refused, an allocation returns null.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: slots for all grids that can be pending --------------------------------------------

__global__ void leaf(int* count) { atomicAdd(count, 1); }

__global__ void branch(int* leaves) {
  leaf<<<2, 32, 0, cudaStreamFireAndForget>>>(leaves + threadIdx.x);
  keep_error(cudaGetLastError());
}

__global__ void plant(int* leaves, int roots, int branches) {
  const int root = thread_in_grid();
  if (root >= roots) return;
  branch<<<1, branches, 0, cudaStreamFireAndForget>>>(leaves + root * branches);
  keep_error(cudaGetLastError());
}

extern "C" int grow_tree(int* leaves, int* pool, int roots, int branches) {
  const size_t bytes = sizeof(int) * roots * branches;
  DeviceArray<int> device;
  size_t slots = 0;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0, bytes));
  // begin: places-for-all
  // TODO(places-for-all): give the pool a slot for every grid that can be pending at once, and at
  // most twice as many, with cudaDeviceSetLimit. Then launch plant with blocks_for(roots) blocks of
  // kBlock threads. Must hold for any number of roots and branches, and however late children start.
  // end: places-for-all
  TRY(cudaMemcpy(leaves, device.data, bytes, cudaMemcpyDeviceToHost));
  TRY(cudaDeviceGetLimit(&slots, cudaLimitDevRuntimePendingLaunchCount));
  *pool = static_cast<int>(slots);
  return read_error();
}

// ---- Task 2: a heap for all buffers -------------------------------------------------------------

constexpr int kStride =
    1024;  // one int in so many is used: enough to show that the memory is there

__global__ void fill_buffer(int** buffer, int ints, int value) {
  *buffer = static_cast<int*>(malloc(sizeof(int) * ints));
  if (*buffer == nullptr) return keep_error(cudaErrorMemoryAllocation);  // the heap is full (H3)
  for (int i = 0; i < ints; i += kStride) (*buffer)[i] = value;
}

__global__ void launch_fills(int** buffers, int count, int ints) {
  const int i = thread_in_grid();
  if (i >= count) return;
  fill_buffer<<<1, 1, 0, cudaStreamFireAndForget>>>(buffers + i, ints, i + 1);
  keep_error(cudaGetLastError());
}

__global__ void add_and_free(int* sums, int** buffers, int count, int ints) {
  const int i = thread_in_grid();
  if (i >= count || buffers[i] == nullptr) return;
  for (int k = 0; k < ints; k += kStride) sums[i] += buffers[i][k];
  free(buffers[i]);
}

extern "C" int fill_buffers(int* sums, long long* heap, int buffers, int kilobytes) {
  const int ints = kilobytes * 1024 / static_cast<int>(sizeof(int));
  DeviceArray<int*> device_buffers;
  DeviceArray<int> device_sums;
  size_t bytes = 0;
  TRY(clear_error());
  TRY(cudaMalloc(&device_buffers.data, sizeof(int*) * buffers));
  TRY(cudaMalloc(&device_sums.data, sizeof(int) * buffers));
  TRY(cudaMemset(device_buffers.data, 0, sizeof(int*) * buffers));
  TRY(cudaMemset(device_sums.data, 0, sizeof(int) * buffers));
  // begin: heap-for-all
  // TODO(heap-for-all): give the device heap room for all buffers at once and half as much again,
  // with cudaDeviceSetLimit. Then launch launch_fills with blocks_for(buffers) blocks of kBlock
  // threads. Must hold when the buffers need more than the 8 MB that the heap has by default.
  // end: heap-for-all
  add_and_free<<<blocks_for(buffers), kBlock>>>(device_sums.data, device_buffers.data, buffers,
                                                ints);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(sums, device_sums.data, sizeof(int) * buffers, cudaMemcpyDeviceToHost));
  TRY(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  *heap = static_cast<long long>(bytes);
  return read_error();
}

// ---- Task 3: a child with 64 KB of shared memory ------------------------------------------------

__global__ void reverse_tile(int* reversed, const int* values, int tile) {
  extern __shared__ int held[];  // as large as the launch says
  for (int i = threadIdx.x; i < tile; i += blockDim.x) held[i] = values[i];
  __syncthreads();
  for (int i = threadIdx.x; i < tile; i += blockDim.x) reversed[i] = held[tile - 1 - i];
}

__global__ void launch_reversals(int* reversed, const int* values, int tiles, int tile) {
  const int t = thread_in_grid();
  if (t >= tiles) return;
  int* const to = reversed + t * tile;
  const int* const from = values + t * tile;
  // begin: a-large-child
  // TODO(a-large-child): launch reverse_tile from `from` to `to`, with one block of 256 threads and
  // as many bytes of dynamic shared memory as the tile has. Pass the error to keep_error.
  // end: a-large-child
}

extern "C" int reverse_tiles(int* reversed, const int* values, int tiles, int tile) {
  const size_t bytes = sizeof(int) * tiles * tile;
  DeviceArray<int> device_reversed, device_values;
  TRY(clear_error());
  TRY(cudaMalloc(&device_reversed.data, bytes));
  TRY(cudaMalloc(&device_values.data, bytes));
  TRY(cudaMemset(device_reversed.data, 0xff, bytes));
  TRY(cudaMemcpy(device_values.data, values, bytes, cudaMemcpyHostToDevice));
  // begin: allow-a-large-child
  // TODO(allow-a-large-child): allow reverse_tile the shared memory of a tile, which may be more than
  // 48 KB, with cudaFuncSetAttribute. Must be done before anything is launched.
  // end: allow-a-large-child
  launch_reversals<<<blocks_for(tiles), kBlock>>>(device_reversed.data, device_values.data, tiles,
                                                  tile);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(reversed, device_reversed.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 4: who may free what, by experiment ---------------------------------------------------

// Allocates 1,000 ints on the device heap with the device's cudaMalloc; *code is what it returned.
__global__ void alloc_on_heap(int** memory, int* code) {
  *code = cudaMalloc(memory, 1000 * sizeof(int));
  if (*code == cudaSuccess) (*memory)[0] = 1;
}

// Frees it with the device's cudaFree; *code is what that returned.
__global__ void free_on_heap(int** memory, int* code) { *code = cudaFree(*memory); }

// Allocates with malloc and frees with cudaFree; *code is what cudaFree returned.
__global__ void malloc_and_free(int* code) {
  void* const memory = malloc(1000 * sizeof(int));
  *code = memory == nullptr ? cudaErrorMemoryAllocation : cudaFree(memory);
}

extern "C" int try_memory(int* codes) {
  DeviceArray<int*> place;  // where a kernel leaves the address of its memory
  DeviceArray<int> code;    // and the error code of its call
  TRY(cudaMalloc(&place.data, sizeof(int*)));
  TRY(cudaMalloc(&code.data, sizeof(int)));
  for (int a = 0; a < kAttempts; ++a) codes[a] = -1;
  // begin: who-frees-what
  // TODO(who-frees-what): make the five attempts of exercise.h and put CUDA's answers into `codes`.
  // The three kernels above do the device's part and leave the error code in *code.data; the host
  // makes the other calls itself. In the end all memory must be freed.
  // end: who-frees-what
  return cudaSuccess;
}
