// A memset of device code writes zeros, whatever value it is given, in every stream, and returns 0
// (S10): seen on an H200 with CUDA 13.0.
#include "../expect.h"

__device__ int codes[5];

__global__ void set(int* p, int value) {
  codes[0] = cudaMemsetAsync(p, value, sizeof(int), nullptr);
  codes[1] = cudaMemsetAsync(p + 2, 0, sizeof(int), nullptr);
  codes[2] = cudaMemsetAsync(p + 4, 0x11, sizeof(int), cudaStreamFireAndForget);
  codes[3] = cudaMemsetAsync(p + 6, 0x33, sizeof(int), cudaStreamTailLaunch);
  codes[4] = cudaMemset2DAsync(p + 8, 2 * sizeof(int), 0x44, sizeof(int), 2, nullptr);
}

int main() {
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, 12 * sizeof(int)), 0);
  EXPECT_EQ(cudaMemset(p, 0x7f, 12 * sizeof(int)), 0);
  set<<<1, 1>>>(p, 0x22);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int values[12], actual[5];
  cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  for (int code : actual) EXPECT_EQ(code, 0);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(values[i], i % 2 == 0 ? 0 : 0x7f7f7f7f);
  EXPECT_EQ(cudaFree(p), 0);
  return failures();
}
