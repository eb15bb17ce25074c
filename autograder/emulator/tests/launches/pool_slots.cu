// A child holds its slot until it is complete, running or not: beside 2,047 held children one more
// launch succeeds, beside 2,048 it fails with 69 (L3).
#include "../expect.h"

__device__ int go, ran, code;

__global__ void held() {
  while (atomicAdd(&go, 0) == 0) __nanosleep(1000);
  atomicAdd(&ran, 1);
}

__global__ void parent(int children) {
  for (int i = 0; i < children; ++i) {
    held<<<1, 1, 0, cudaStreamFireAndForget>>>();
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&ran, 100000);
  }
  held<<<1, 1, 0, cudaStreamFireAndForget>>>();
  code = cudaGetLastError();
  atomicExch(&go, 1);
}

void run(int children, int expected_code) {
  const int zero = 0;
  cudaMemcpyToSymbol(go, &zero, sizeof zero);
  cudaMemcpyToSymbol(ran, &zero, sizeof zero);
  parent<<<1, 1>>>(children);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual_code = 0, actual_ran = 0;
  cudaMemcpyFromSymbol(&actual_code, code, sizeof(int));
  cudaMemcpyFromSymbol(&actual_ran, ran, sizeof(int));
  EXPECT_EQ(actual_code, expected_code);
  EXPECT_EQ(actual_ran, children + (expected_code == 0));
}

int main() {
  run(2047, 0);
  run(2048, cudaErrorLaunchPendingCountExceeded);
  return failures();
}
