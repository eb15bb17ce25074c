// Task 3 is not done: it copies the values to the device and back by `cudaMemcpy2D`, in case the check looks
// only for `cudaMemcpy` and `cudaMemcpyAsync`.
SOLUTION_BUT(center_in_host_memory)

extern "C" int center_in_host_memory(int* result, const int* values, int n, int blocks) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device, sum;
  TRY(clear_error());
  TRY(device.allocate(n));
  TRY(sum.allocate(1));
  TRY(cudaMemset(sum.data, 0, sizeof(int)));
  TRY(cudaMemcpy2D(device.data, bytes, values, bytes, bytes, 1, cudaMemcpyHostToDevice));
  center_values<<<blocks, 32>>>(device.data, n, sum.data);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy2D(result, bytes, device.data, bytes, bytes, 1, cudaMemcpyDeviceToHost));
  return read_error();
}
