// __syncthreads_count, _and, _or: every thread of the block gets the answer, and waits for it.
#include "../expect.h"

__device__ int counted[96], every[96], some[96];

__global__ void vote() {
  const int i = threadIdx.x;
  counted[i] = __syncthreads_count(i % 3 == 0);
  every[i] = __syncthreads_and(i < 96) * 2 + __syncthreads_and(i < 95);
  some[i] = __syncthreads_or(i == 95) * 2 + __syncthreads_or(i == 96);
}

int main() {
  vote<<<1, 96>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int values[3][96];
  cudaMemcpyFromSymbol(values[0], counted, sizeof counted);
  cudaMemcpyFromSymbol(values[1], every, sizeof every);
  cudaMemcpyFromSymbol(values[2], some, sizeof some);
  for (int i = 0; i < 96; ++i) {
    EXPECT_EQ(values[0][i], 32);
    EXPECT_EQ(values[1][i] != 0, 1);
    EXPECT_EQ(values[1][i] & 1, 0);
    EXPECT_EQ(values[2][i] != 0, 1);
    EXPECT_EQ(values[2][i] & 1, 0);
  }
  return failures();
}
