  // begin: ask-the-runtime
  cudaPointerAttributes attributes;
  TRY(cudaPointerGetAttributes(&attributes, memory));
  facts->type = attributes.type;
  facts->host_uses_it = attributes.hostPointer != nullptr;
  facts->kernels_use_it = attributes.devicePointer != nullptr;
  int* for_kernels = nullptr;
  facts->is_mapped = cudaHostGetDevicePointer(&for_kernels, memory, 0) == cudaSuccess;
  cudaGetLastError();
  // end: ask-the-runtime

  // begin: ask-a-child
  facts->child_total = 0;
  if (facts->kernels_use_it == 1) {
    TRY(cudaMemcpy(memory, numbers, sizeof(numbers), cudaMemcpyDefault));  // U3
    MappedInts total;
    TRY(total.allocate(1));
    add_up_in_a_child<<<1, 1>>>(memory, total.device);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    facts->child_total = *total.host;
  }
  // end: ask-a-child

  // begin: give-it-back
  facts->released_with = cudaHostUnregister(memory) == cudaSuccess ? kByUnregister
                         : cudaFree(memory) == cudaSuccess         ? kByFree
                         : cudaFreeHost(memory) == cudaSuccess     ? kByFreeHost
                                                                   : kNoCall;
  cudaGetLastError();
  // end: give-it-back

  // begin: read-after-one-wait
  MappedInts found;
  TRY(found.allocate(parts));
  start_parts<<<blocks_for(parts), kBlock>>>(found.device, device.data, n, parts);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());  // for the grid and all its children (N4, U5)
  std::copy_n(found.host, parts, largest);
  // end: read-after-one-wait

  // begin: many-passes
  DeviceArray<int> before, after;
  TRY(before.copy_of(values, n));
  TRY(after.allocate(n));
  for (int pass = 0; pass < passes; ++pass) {
    smooth<<<blocks_for(n), kBlock>>>(after.data, before.data, n);
    TRY(cudaGetLastError());
    std::swap(before.data, after.data);
  }
  TRY(before.copy_to(result, n));  // waits for the last pass
  // end: many-passes

  // begin: chunks-on-the-way
  MappedInts staged;  // pinned, so that no copy blocks the host (U4)
  TRY(staged.allocate(n));
  std::copy_n(values, n, staged.host);
  for (int first = 0; first < n; first += chunk) {
    const int count = std::min(chunk, n - first);
    const size_t bytes = sizeof(int) * count;
    const cudaStream_t stream = streams.each[first / chunk % 2];
    int* const here = staged.host + first;
    int* const there = device.data + first;
    TRY(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, stream));
    work_on<<<blocks_for(count), kBlock, 0, stream>>>(there, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, stream));
  }
  TRY(cudaDeviceSynchronize());
  std::copy_n(staged.host, n, result);
  // end: chunks-on-the-way

  // begin: a-list-for-both
  Node* nodes = nullptr;
  TRY(cudaMallocManaged(&nodes, sizeof(Node) * rounds));
  for (int round = 0; round < rounds; ++round) {
    begin_node(&nodes[round], round > 0 ? &nodes[round - 1] : nullptr, round, width);
    add_to_all<<<1, 1>>>(&nodes[round], round + 1, width);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());  // host and device take turns, as every device allows (U6)
  }
  for (int round = 0; round < rounds; ++round)
    std::copy_n(nodes[round].values, width, values + round * width);
  TRY(cudaFree(nodes));
  // end: a-list-for-both

  // begin: host-beside-a-kernel
  const int half = n / 2;
  int at_once = 0;
  TRY(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0));
  square_by_children<<<1, 2>>>(both + half, n - half);
  TRY(cudaGetLastError());
  if (!at_once) TRY(cudaDeviceSynchronize());
  TRY(square_on_the_host(both, half));
  TRY(cudaDeviceSynchronize());
  // end: host-beside-a-kernel
