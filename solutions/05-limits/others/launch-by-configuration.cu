// Lesson 05, otherwise: the host launches by cudaLaunchKernelEx, which returns its error and takes
// limits and shapes as data; every kernel may use the most shared memory that the card has, queried
// and not computed. One setting serves all tiles; but the card may then run fewer blocks at a time.

#include <bit>

// before: // ---- Task 1: slots for
// One thread for each of `threads`, in the default stream.
cudaLaunchConfig_t shape_for(int threads) {
  cudaLaunchConfig_t shape{};
  shape.gridDim = dim3(blocks_for(threads));
  shape.blockDim = dim3(kBlock);
  return shape;
}

  // begin: places-for-all
  // The next power of two is less than twice as much.
  const auto pending = static_cast<size_t>(roots) + static_cast<size_t>(roots) * branches;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, std::bit_ceil(pending)));
  const cudaLaunchConfig_t shape = shape_for(roots);
  TRY(cudaLaunchKernelEx(&shape, plant, device.data, roots, branches));
  // end: places-for-all

  // begin: heap-for-all
  const size_t buffer = size_t{1024} * kilobytes;
  TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, buffers * buffer * 3 / 2));
  const cudaLaunchConfig_t shape = shape_for(buffers);
  TRY(cudaLaunchKernelEx(&shape, launch_fills, device_buffers.data, buffers, ints));
  // end: heap-for-all

  // begin: a-large-child
  reverse_tile<<<dim3(1, 1, 1), dim3(256, 1, 1), tile * sizeof(int), cudaStreamPerThread>>>(
      to, from, tile);
  keep_error(cudaGetLastError());
  // end: a-large-child

  // begin: allow-a-large-child
  int device_now = 0, most = 0;
  TRY(cudaGetDevice(&device_now));
  TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device_now));
  TRY(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  // end: allow-a-large-child

  // begin: who-frees-what
  int* own = nullptr;
  TRY(cudaMalloc(&own, 1000 * sizeof(int)));
  codes[kHostFreesItsOwn] = cudaFree(own);

  const cudaLaunchConfig_t one{};  // one block of one thread: a dim3 is 1, 1, 1 by default
  TRY(cudaLaunchKernelEx(&one, malloc_and_free, code.data));
  TRY(code.copy_to(&codes[kDeviceFreesMalloced], 1));

  int* heap = nullptr;
  int first = 0;
  TRY(cudaLaunchKernelEx(&one, alloc_on_heap, place.data, code.data));
  TRY(place.copy_to(&heap, 1));
  codes[kHostFreesHeap] = cudaFree(heap);
  codes[kHostCopiesFromHeap] = cudaMemcpy(&first, heap, sizeof(first), cudaMemcpyDefault);
  cudaGetLastError();  // results, not errors of this function
  TRY(cudaLaunchKernelEx(&one, free_on_heap, place.data, code.data));
  TRY(code.copy_to(&codes[kDeviceFreesHeap], 1));
  // end: who-frees-what
