// Needs no barrier: the host launches `fill` twice, once to write and once to launch the child.
SOLUTION_BUT(fill_then_double, fill)

__global__ void fill(int* data, int n, bool writes) {
  for (int i = threadIdx.x; writes && i < n; i += blockDim.x) data[i] = i;
  if (!writes && threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(n));
  for (const bool writes : {true, false}) {
    fill<<<1, kBlock>>>(device.data, n, writes);
    TRY(cudaGetLastError());
  }
  TRY(device.copy_to(result, n));
  return read_error();
}
