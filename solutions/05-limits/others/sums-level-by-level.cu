// Lesson 05, otherwise: slots and heap are summed up level by level and buffer by buffer, by small
// functions that show what they count; launches go through cudaLaunchKernel with a list of
// addresses. Longer here, but it also works for trees with uneven levels and buffers of different
// sizes.

// before: // ---- Task 1: slots for
// Launches `kernel`, one thread for each of `threads`, and returns the launch's error code.
template <class... Parameters>
cudaError_t launch(void (*kernel)(Parameters...), int threads, Parameters... values) {
  void* arguments[] = {&values...};
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks_for(threads)),
                          dim3(kBlock), arguments, 0, nullptr);
}

// before: extern "C" int grow_tree
// All grids of the device, on two levels: each waits for those below it, so all can be pending.
size_t grids_of_tree(int roots, int branches) {
  size_t level = roots, grids = level;
  for (const int children : {branches}) grids += level *= children;
  return grids;
}

  // begin: places-for-all
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, grids_of_tree(roots, branches)));
  TRY(launch(plant, roots, device.data, roots, branches));
  // end: places-for-all

  // begin: heap-for-all
  size_t needed = 0;
  for (int i = 0; i < buffers; ++i) needed += size_t{1024} * kilobytes;
  TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, needed + (needed >> 1)));
  TRY(launch(launch_fills, buffers, device_buffers.data, buffers, ints));
  // end: heap-for-all

  // begin: a-large-child
  cudaStream_t own;
  keep_error(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
  reverse_tile<<<1, 256, sizeof(*from) * tile, own>>>(to, from, tile);
  keep_error(cudaGetLastError());
  keep_error(cudaStreamDestroy(own));
  // end: a-large-child

  // begin: allow-a-large-child
  // 48 KB need no permission; more must be allowed for the kernel that uses it (K6, K7).
  constexpr int kWithoutLeave = 48 << 10;
  if (const int needed = static_cast<int>(sizeof(int)) * tile; needed > kWithoutLeave) {
    const auto kernel = reinterpret_cast<const void*>(reverse_tile);
    TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, needed));
  }
  // end: allow-a-large-child

  // begin: who-frees-what
  const auto code_to = [&](auto launch, int* to) {
    launch();
    return code.copy_to(to, 1);
  };
  int* heap = nullptr;
  int copied[2] = {};
  alloc_on_heap<<<1, 1>>>(place.data, code.data);
  TRY(place.copy_to(&heap, 1));
  codes[kHostCopiesFromHeap] =
      cudaMemcpyAsync(copied, heap, sizeof(copied), cudaMemcpyDeviceToHost);
  codes[kHostFreesHeap] = cudaFree(heap);
  cudaGetLastError();
  TRY(code_to([&] { free_on_heap<<<1, 1>>>(place.data, code.data); }, codes + kDeviceFreesHeap));
  TRY(code_to([&] { malloc_and_free<<<1, 1>>>(code.data); }, codes + kDeviceFreesMalloced));
  int* own = nullptr;
  TRY(cudaMalloc(&own, sizeof(copied)));
  codes[kHostFreesItsOwn] = cudaFree(own);
  // end: who-frees-what
