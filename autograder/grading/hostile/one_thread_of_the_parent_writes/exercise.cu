// Needs no barrier: one thread writes all numbers of the block and launches.
SOLUTION_BUT(fill_then_double, fill)

__global__ void fill(int* data, int n) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < n; ++i) data[i] = i;
  double_all<<<blocks_for(n), kBlock>>>(data, n);
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.allocate(n));
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(device.copy_to(result, n));
  return read_error();
}
