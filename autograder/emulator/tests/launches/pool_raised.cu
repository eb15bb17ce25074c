// With the limit raised to 65,536 as many launches all run (L1).
#include "../expect.h"

__device__ int ran, failed;

__global__ void child() { atomicAdd(&ran, 1); }

__global__ void parent() {
  child<<<1, 1, 0, cudaStreamFireAndForget>>>();
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failed, 1);
}

int main() {
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 65536), 0);
  parent<<<64, 1024>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual_ran = 0, actual_failed = 0;
  cudaMemcpyFromSymbol(&actual_ran, ran, sizeof(int));
  cudaMemcpyFromSymbol(&actual_failed, failed, sizeof(int));
  EXPECT_EQ(actual_ran, 65536);
  EXPECT_EQ(actual_failed, 0);
  return failures();
}
