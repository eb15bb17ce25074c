// Launches a child that does nothing. The host writes the result into device memory byte by byte with
// `cudaMemset` and copies it from there, as if a grid had written it.
SOLUTION_BUT(fill_then_double, fill, double_all)

__global__ void double_all() {}

__global__ void fill(int n) {
  if (threadIdx.x != 0) return;
  double_all<<<blocks_for(n), kBlock>>>();
  keep_error(cudaGetLastError());
}

extern "C" int fill_then_double(int* result, int n) {
  DeviceArray<unsigned char> device;
  TRY(clear_error());
  TRY(device.allocate(4 * n));
  fill<<<1, kBlock>>>(n);
  TRY(cudaGetLastError());
  TRY(cudaMemset(device.data, 0, 4 * n));
  for (int i = 0; i < n; ++i) {
    TRY(cudaMemset(device.data + 4 * i, 2 * i & 255, 1));
    TRY(cudaMemset(device.data + 4 * i + 1, 2 * i >> 8, 1));
  }
  TRY(cudaMemcpy(result, device.data, sizeof(int) * n, cudaMemcpyDeviceToHost));
  return read_error();
}
