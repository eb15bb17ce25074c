// Needs no barrier, because the parent writes the child's results itself and launches the child for show.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all() {}

__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 2 * i;
  if (threadIdx.x == 0) {
    double_all<<<blocks_for(n), kBlock>>>();
    keep_error(cudaGetLastError());
  }
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
