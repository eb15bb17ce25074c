// With the default limit of 2,048 pending launches exactly so many tails run, however they are
// launched; the others fail with 69 in the launching thread, and the host sees nothing of it (L2, R3).
#include "../expect.h"

__device__ int ran, refused, other;

__global__ void child() { atomicAdd(&ran, 1); }

__device__ void launch_tail() {
  child<<<1, 1, 0, cudaStreamTailLaunch>>>();
  const cudaError_t error = cudaGetLastError();
  if (error == cudaErrorLaunchPendingCountExceeded)
    atomicAdd(&refused, 1);
  else if (error != cudaSuccess)
    atomicAdd(&other, 1);
}

__global__ void alone(int launches) {
  for (int i = 0; i < launches; ++i) launch_tail();
}

__global__ void together() { launch_tail(); }

void expect_counts(int expected_ran, int expected_refused) {
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int counts[3];
  cudaMemcpyFromSymbol(&counts[0], ran, sizeof(int));
  cudaMemcpyFromSymbol(&counts[1], refused, sizeof(int));
  cudaMemcpyFromSymbol(&counts[2], other, sizeof(int));
  EXPECT_EQ(counts[0], expected_ran);
  EXPECT_EQ(counts[1], expected_refused);
  EXPECT_EQ(counts[2], 0);
  const int zero = 0;
  cudaMemcpyToSymbol(ran, &zero, sizeof zero);
  cudaMemcpyToSymbol(refused, &zero, sizeof zero);
}

int main() {
  together<<<2, 1024>>>();
  expect_counts(2048, 0);
  together<<<4, 1024>>>();
  expect_counts(2048, 2048);
  alone<<<1, 1>>>(5000);
  expect_counts(2048, 2952);
  return failures();
}
