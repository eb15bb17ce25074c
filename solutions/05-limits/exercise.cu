  // begin: places-for-all
  // A branch is pending until its leaves are complete: the whole tree can be pending at once
  // (L3). The host's grid needs no slot.
  const size_t pending = static_cast<size_t>(roots) * (1 + branches);
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending));
  plant<<<blocks_for(roots), kBlock>>>(device.data, roots, branches);
  TRY(cudaGetLastError());
  // end: places-for-all

  // begin: heap-for-all
  // The heap stores its own data, too, and has gaps: ask for 1.5 times as much (H2).
  const size_t needed = static_cast<size_t>(buffers) * kilobytes * 1024;
  TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, needed + needed / 2));
  launch_fills<<<blocks_for(buffers), kBlock>>>(device_buffers.data, buffers, ints);
  TRY(cudaGetLastError());
  // end: heap-for-all

  // begin: a-large-child
  const size_t bytes = sizeof(int) * tile;
  reverse_tile<<<1, 256, bytes, cudaStreamFireAndForget>>>(to, from, tile);
  keep_error(cudaGetLastError());
  // end: a-large-child

  // begin: allow-a-large-child
  // Set it for the kernel that needs it, not for the one that the host launches (K7).
  TRY(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(sizeof(int) * tile)));
  // end: allow-a-large-child

  // begin: who-frees-what
  int* own = nullptr;
  TRY(cudaMalloc(&own, 1000 * sizeof(int)));
  codes[kHostFreesItsOwn] = cudaFree(own);

  int* heap = nullptr;
  int first = 0;
  alloc_on_heap<<<1, 1>>>(place.data, code.data);
  TRY(cudaMemcpy(&heap, place.data, sizeof(heap), cudaMemcpyDeviceToHost));
  codes[kHostCopiesFromHeap] = cudaMemcpy(&first, heap, sizeof(first), cudaMemcpyDeviceToHost);
  codes[kHostFreesHeap] = cudaFree(heap);
  cudaGetLastError();  // neither error is sticky: only that one call failed (R6)

  free_on_heap<<<1, 1>>>(place.data, code.data);
  TRY(cudaMemcpy(&codes[kDeviceFreesHeap], code.data, sizeof(int), cudaMemcpyDeviceToHost));
  malloc_and_free<<<1, 1>>>(code.data);
  TRY(cudaMemcpy(&codes[kDeviceFreesMalloced], code.data, sizeof(int), cudaMemcpyDeviceToHost));
  // end: who-frees-what
