// Computes the result on the host and passes it to the device through a device limit, which a kernel queries.
#include "../parts/hands_over_to_fill.cu"

__global__ void fill(unsigned* to, int i) {
  size_t limit = 0;
  cudaDeviceGetLimit(&limit, cudaLimitStackSize);
  to[i] = static_cast<unsigned>(limit - 1024) / 16;
}

int tell(unsigned* to, int n) {
  for (int i = 0; i < n; ++i) {
    TRY(cudaDeviceSetLimit(cudaLimitStackSize, 1024 + 16 * 2 * i));
    fill<<<1, 1>>>(to, i);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
  }
  return 0;
}
