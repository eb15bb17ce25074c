// Writes a number of inline PTX by its bits, and behind the bits C++ that nobody reads again: a function without hooks, whose writes race with the child.
#define fill_then_double solved_fill_then_double
#define fill solved_fill
#include "solution.cu"
#undef fill_then_double
#undef fill

__device__ void write_unseen(int* to, int value) {
  float zero;
  asm volatile(
      "add.f32 %0, 0f0, 0f0u) + float{([=]() __attribute__((no_sanitize(\"thread\"))) { if ((*to = value)) {} }(), "
      "0.0f)} + float(0x0;"
      : "=f"(zero)::"memory");
}

// The last thread launches, and all others may write at the same time.
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
