// Leaves out the barrier in front of the launch, and writes by structs that a lambda returns where it stands, so that no hook sees what races with the child.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#include "solution.cu"
#undef fill_then_double
#undef fill

struct Five {
  int value[5];
};
// More than 16 bytes: the function itself writes them where they go.
__global__ void fill(int* data, int n) {
  for (int i = 5 * threadIdx.x; i < n; i += 5 * blockDim.x) 
    *reinterpret_cast<Five*>(data + i) = [](int v) __attribute__((noinline)) { return Five{{v, v + 1, v + 2, v + 3, v + 4}}; }(i);
  if (threadIdx.x == blockDim.x - 1) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  const size_t bytes = sizeof(int) * (n + 4);
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0, bytes));  // or the child would read what nothing has written
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, sizeof(int) * n, cudaMemcpyDeviceToHost));
  return read_error();
}
