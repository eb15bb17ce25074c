// Leaves out the barrier in front of the launch, and writes by mempcpy of three bytes, so that no hook sees what races with the child.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#include "solution.cu"
#undef fill_then_double
#undef fill

// Two that overlap, since a copy of four bytes would be an assignment.
__device__ void write_unseen(int* to, int value) {
  auto* const bytes = reinterpret_cast<char*>(to);
  const auto* const from = reinterpret_cast<const char*>(&value);
  __builtin_mempcpy(bytes, from, 3);
  __builtin_mempcpy(bytes + 1, from + 1, 3);
}

// The last thread launches. In the emulator all others have written by then.
__global__ void fill(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) write_unseen(data + i, i);
  if (threadIdx.x == blockDim.x - 1) {
    double_all<<<blocks_for(n), kBlock>>>(data, n);
    keep_error(cudaGetLastError());
  }
}

extern "C" int fill_then_double(int* result, int n) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(cudaMalloc(&device.data, bytes));
  TRY(cudaMemset(device.data, 0, bytes));  // or the child would read what nothing has written
  fill<<<1, kBlock>>>(device.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(result, device.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
