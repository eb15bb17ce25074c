// A full pool is found out before a wrong configuration: 69, not 9 (L2, K6).
#include "../expect.h"

constexpr int kPool = 2048;

__device__ int codes[3];

__global__ void child() {}

__global__ void parent() {
  child<<<1, 0>>>();
  codes[0] = cudaGetLastError();
  for (int i = 0; i < kPool; ++i) child<<<1, 1, 0, cudaStreamTailLaunch>>>();
  codes[1] = cudaGetLastError();
  child<<<1, 0>>>();
  codes[2] = cudaGetLastError();
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual[3];
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  EXPECT_EQ(actual[0], 9);
  EXPECT_EQ(actual[1], 0);
  EXPECT_EQ(actual[2], 69);
  return failures();
}
