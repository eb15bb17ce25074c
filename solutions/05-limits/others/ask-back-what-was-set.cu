// Lesson 05, otherwise: after setting each limit, the host reads it and stops if it got less, so
// that a card that clamps shows at once; an H200 gives 599,186 slots of 1,048,576. One more call
// per limit; the failure comes from the host, before any work is done or lost.

// before: // ---- Task 1: slots for
// Sets a limit to `wanted`; an error unless the card gives at least `needed`.
cudaError_t set_limit(cudaLimit limit, size_t wanted, size_t needed) {
  size_t given = 0;
  TRY(cudaDeviceSetLimit(limit, wanted));
  TRY(cudaDeviceGetLimit(&given, limit));
  return given >= needed ? cudaSuccess : cudaErrorInvalidValue;
}

  // begin: places-for-all
  const size_t leaves_in_all = size_t(roots) * branches, grids = roots + leaves_in_all;
  TRY(set_limit(cudaLimitDevRuntimePendingLaunchCount, grids + grids / 4, grids));
  plant<<<dim3(blocks_for(roots)), dim3(kBlock), 0, cudaStreamPerThread>>>(device.data, roots,
                                                                           branches);
  TRY(cudaPeekAtLastError());
  // end: places-for-all

  // begin: heap-for-all
  const size_t all = sizeof(int) * ints * buffers;
  TRY(set_limit(cudaLimitMallocHeapSize, 3 * all / 2, all));
  launch_fills<<<blocks_for(buffers), kBlock, 0, nullptr>>>(device_buffers.data, buffers, ints);
  TRY(cudaPeekAtLastError());
  // end: heap-for-all

  // begin: a-large-child
  const unsigned tile_bytes = tile * sizeof(int);
  reverse_tile<<<1, 256, tile_bytes>>>(to, from, tile);
  keep_error(cudaGetLastError());
  // end: a-large-child

  // begin: allow-a-large-child
  constexpr int kLargest = 16384 * sizeof(int);  // the largest tile of exercise.h
  cudaFuncAttributes allowed{};
  TRY(cudaFuncSetAttribute(reverse_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, kLargest));
  TRY(cudaFuncGetAttributes(&allowed, reverse_tile));
  if (allowed.maxDynamicSharedSizeBytes < kLargest) return cudaErrorInvalidConfiguration;
  // end: allow-a-large-child

  // begin: who-frees-what
  // Every attempt is a function; the table is filled in the order of exercise.h.
  int* heap = nullptr;
  const auto host_frees_its_own = [] {
    int* own = nullptr;
    return cudaMalloc(&own, 1000 * sizeof(int)) == cudaSuccess ? cudaFree(own) : cudaErrorUnknown;
  };
  const auto host_copies = [&] {
    int first = 0;
    alloc_on_heap<<<1, 1>>>(place.data, code.data);
    TRY(place.copy_to(&heap, 1));
    return cudaMemcpy(&first, heap, sizeof(first), cudaMemcpyDeviceToHost);
  };
  const auto host_frees_heap = [&] { return cudaFree(heap); };
  const auto code_after = [&](auto launch) {
    int value = -1;
    launch();
    TRY(code.copy_to(&value, 1));
    return static_cast<cudaError_t>(value);
  };
  codes[0] = host_frees_its_own();
  codes[1] = host_copies();
  codes[2] = host_frees_heap();
  cudaGetLastError();
  codes[3] = code_after([&] { free_on_heap<<<1, 1>>>(place.data, code.data); });
  codes[4] = code_after([&] { malloc_and_free<<<1, 1>>>(code.data); });
  // end: who-frees-what
