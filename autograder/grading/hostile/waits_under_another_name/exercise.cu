// Task 1 without an event between the devices: between the launches, the host waits for k1 by a copy that is
// missing from the list of waiting calls.
SOLUTION_BUT(start_four, four_kernels)

cudaError_t start_four(const Numbers& m, int n, int here, cudaStream_t a, int there,
                       cudaStream_t b) {
  const int blocks = blocks_for(n);
  int sink = 0;
  DeviceArray<int> source;
  TRY(cudaSetDevice(here));
  TRY(source.allocate(1));
  TRY(cudaMemset(source.data, 0, sizeof(int)));
  TRY(cudaDeviceSynchronize());
  k1<<<1, 1, 0, a>>>(m.numbers, n);
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(there));
  k3<<<blocks, kBlock, 0, b>>>(m.squares, n);
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(here));
  TRY(cudaMemcpy2DAsync(&sink, sizeof(int), source.data, sizeof(int), sizeof(int), 1,
                        cudaMemcpyDeviceToHost, a));  // to pageable memory: returns when it is done
  k2<<<blocks, kBlock, 0, a>>>(m.doubled, m.numbers, n);
  TRY(cudaGetLastError());
  TRY(cudaSetDevice(there));
  k4<<<blocks, kBlock, 0, b>>>(m.result, m.numbers, m.squares, n);
  TRY(cudaGetLastError());
  return cudaSuccess;
}

extern "C" int four_kernels(int* doubled, int* result, int n, int here, int there) {
  const int devices = (here > there ? here : there) + 1;
  MappedInts arrays[4];
  Streams streams, others;
  TRY(clear_errors(devices));
  for (MappedInts& array : arrays) {
    TRY(array.allocate(n));
    for (int i = 0; i < n; ++i) array.host[i] = -1000000;
  }
  TRY(streams.create(devices));
  TRY(others.create(devices));
  const Numbers m{arrays[0].device, arrays[1].device, arrays[2].device, arrays[3].device};
  TRY(start_four(m, n, here, streams.of[here], there, others.of[there]));
  TRY(finish(devices));
  for (int i = 0; i < n; ++i) {
    doubled[i] = arrays[1].host[i];
    result[i] = arrays[3].host[i];
  }
  return cudaSuccess;
}
