// What the host has set for a kernel or the device holds for launches of device code, too (K7):
// with more than 48 KB of dynamic shared memory a child is refused with 9 until the host has
// allowed it.
#include "../counts.h"

constexpr int kBytes = 64 << 10;

__device__ int code;
__device__ unsigned long long pending;

__global__ void child(int bytes) {
  extern __shared__ char big[];
  big[0] = 1;
  big[bytes - 1] = 2;
  if (big[0] + big[bytes - 1] == 3) count(0);
  size_t limit = 0;
  if (cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) == cudaSuccess)
    pending = limit;
}

__global__ void parent() {
  child<<<1, 1, kBytes>>>(kBytes);
  code = cudaGetLastError();
}

int code_of_child() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual = -1;
  cudaMemcpyFromSymbol(&actual, code, sizeof actual);
  return actual;
}

int main() {
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096), 0);
  EXPECT_EQ(code_of_child(), 9);
  EXPECT_EQ(taken(0), 0);
  EXPECT_EQ(cudaFuncSetAttribute(child, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes), 0);
  EXPECT_EQ(code_of_child(), 0);
  EXPECT_EQ(taken(0), 1);
  unsigned long long limit = 0;
  cudaMemcpyFromSymbol(&limit, pending, sizeof limit);
  EXPECT_EQ(limit, 4096);
  return failures();
}
