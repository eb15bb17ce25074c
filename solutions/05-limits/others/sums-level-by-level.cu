// Lesson 05, otherwise: places and heap are summed up level by level and buffer by buffer, by small
// functions that say what is counted; launches go through cudaLaunchKernel with a list of
// addresses. Longer here, and the form that carries over to trees of uneven levels and buffers of
// uneven sizes.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// Launches `kernel`, one thread for each of `threads`, and returns what CUDA says to it.
template <class... Parameters>
cudaError_t launch(void (*kernel)(Parameters...), int threads, Parameters... values) {
  void* arguments[] = {&values...};
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks_for(threads)),
                          dim3(kBlock), arguments, 0, nullptr);
}

// ---- Task 1: places for all grids that can be pending -------------------------------------------

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

// Every grid of the device's, on two levels: each waits for those below it, so all can be pending.
size_t grids_of_tree(int roots, int branches) {
  size_t level = roots, grids = level;
  for (const int children : {branches}) grids += level *= children;
  return grids;
}

extern "C" int grow_tree(int* leaves, int* pool, int roots, int branches) {
  const size_t bytes = sizeof(int) * roots * branches;
  DeviceArray<int> device;
  size_t places = 0;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0, bytes));
  // begin: places-for-all
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, grids_of_tree(roots, branches)));
  TRY(launch(plant, roots, device.data, roots, branches));
  // end: places-for-all
  TRY(cudaMemcpy(leaves, device.data, bytes, cudaMemcpyDeviceToHost));
  TRY(cudaDeviceGetLimit(&places, cudaLimitDevRuntimePendingLaunchCount));
  *pool = static_cast<int>(places);
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
  size_t needed = 0;
  for (int i = 0; i < buffers; ++i) needed += size_t{1024} * kilobytes;
  TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, needed + (needed >> 1)));
  TRY(launch(launch_fills, buffers, device_buffers.data, buffers, ints));
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
  cudaStream_t own;
  keep_error(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  reverse_tile<<<1, 256, sizeof(*from) * tile, own>>>(to, from, tile);
  keep_error(cudaGetLastError());
  keep_error(cudaStreamDestroy(own));
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
  // 48 KB need no leave; more must have been allowed for the kernel that uses them (K6, K7).
  constexpr int kWithoutLeave = 48 << 10;
  if (const int needed = static_cast<int>(sizeof(int)) * tile; needed > kWithoutLeave) {
    const auto kernel = reinterpret_cast<const void*>(reverse_tile);
    TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, needed));
  }
  // end: allow-a-large-child
  launch_reversals<<<blocks_for(tiles), kBlock>>>(device_reversed.data, device_values.data, tiles,
                                                  tile);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(reversed, device_reversed.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 4: who may free what, by experiment ---------------------------------------------------

// Takes 1,000 ints from the device heap with the device's cudaMalloc; *code is what it said.
__global__ void take_from_heap(int** memory, int* code) {
  *code = cudaMalloc(memory, 1000 * sizeof(int));
  if (*code == cudaSuccess) (*memory)[0] = 1;
}

// Frees it with the device's cudaFree; *code is what that said.
__global__ void give_to_heap(int** memory, int* code) { *code = cudaFree(*memory); }

// The same with malloc instead of cudaMalloc, in one go.
__global__ void malloc_and_free(int* code) {
  void* const memory = malloc(1000 * sizeof(int));
  *code = memory == nullptr ? cudaErrorMemoryAllocation : cudaFree(memory);
}

extern "C" int try_memory(int* codes) {
  DeviceArray<int*> place;  // where a kernel leaves the address of its memory
  DeviceArray<int> said;    // and what CUDA said to it
  TRY(cudaMalloc(&place.data, sizeof(int*)));
  TRY(cudaMalloc(&said.data, sizeof(int)));
  for (int a = 0; a < kAttempts; ++a) codes[a] = -1;
  // begin: who-frees-what
  const auto said_to = [&](auto launch, int* code) {
    launch();
    return said.copy_to(code, 1);
  };
  int* heap = nullptr;
  int copied[2] = {};
  take_from_heap<<<1, 1>>>(place.data, said.data);
  TRY(place.copy_to(&heap, 1));
  codes[kHostCopiesFromHeap] =
      cudaMemcpyAsync(copied, heap, sizeof(copied), cudaMemcpyDeviceToHost);
  codes[kHostFreesHeap] = cudaFree(heap);
  cudaGetLastError();
  TRY(said_to([&] { give_to_heap<<<1, 1>>>(place.data, said.data); }, codes + kDeviceFreesHeap));
  TRY(said_to([&] { malloc_and_free<<<1, 1>>>(said.data); }, codes + kDeviceFreesMalloced));
  int* own = nullptr;
  TRY(cudaMalloc(&own, sizeof(copied)));
  codes[kHostFreesItsOwn] = cudaFree(own);
  // end: who-frees-what
  return cudaSuccess;
}
