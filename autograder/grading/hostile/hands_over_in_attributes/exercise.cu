// Computes the result on the host and passes it to the device through an attribute of a kernel, which another
// kernel queries.
#include "../parts/hands_over_to_fill.cu"

__global__ void fill(unsigned* to, int i) {
  cudaFuncAttributes attributes{};
  cudaFuncGetAttributes(&attributes, solved_double_all);
  to[i] = attributes.maxDynamicSharedSizeBytes / 16;
}

int tell(unsigned* to, int n) {
  for (int i = 0; i < n; ++i) {
    TRY(cudaFuncSetAttribute(solved_double_all, cudaFuncAttributeMaxDynamicSharedMemorySize, 16 * 2 * i));
    fill<<<1, 1>>>(to, i);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
  }
  return 0;
}
