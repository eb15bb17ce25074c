// CUDA Dynamic Parallelism 1, as textbooks have it: after cudaDeviceSynchronize a thread sees what
// its block's children wrote (M3); the sync depth is a limit (L5), and 24 levels are the most (L6).
// No card of compute capability 9.0 runs it: for nvcc -arch=sm_80 -DCUDA_FORCE_CDP1_IF_SUPPORTED.
#include "../expect.h"

__device__ int data[64];
__device__ int sum, deepest, code;
__device__ int codes[4];

__global__ void fill(int first) { data[threadIdx.x] = first + static_cast<int>(threadIdx.x); }

__global__ void parent() {
  if (threadIdx.x == 0) {
    fill<<<1, 64>>>(1);
    if (cudaGetLastError() != cudaSuccess) sum = -1000000;
    if (cudaDeviceSynchronize() != cudaSuccess) sum = -1000000;
  }
  __syncthreads();
  atomicAdd(&sum, data[threadIdx.x]);
}

__global__ void recurse(int level) {
  if (threadIdx.x != 0) return;
  if (level < 3) {
    recurse<<<1, 1>>>(level + 1);
    if (cudaGetLastError() != cudaSuccess) code = -1;
  }
  codes[level] = cudaDeviceSynchronize();
}

__global__ void nest(int level) {
  deepest = level;
  nest<<<1, 1>>>(level + 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) code = error;
}

int main() {
  parent<<<1, 64>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual = 0, levels[4];
  cudaMemcpyFromSymbol(&actual, sum, sizeof actual);
  EXPECT_EQ(actual, 64 * 65 / 2);

  size_t depth = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&depth, cudaLimitDevRuntimeSyncDepth), 0);
  EXPECT_EQ(depth, 2);
  recurse<<<1, 1>>>(0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(levels, codes, sizeof levels);
  const int expected[4] = {0, 0, 68, 68};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(levels[i], expected[i]);

  nest<<<1, 1>>>(0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(&actual, deepest, sizeof actual);
  EXPECT_EQ(actual, 23);
  cudaMemcpyFromSymbol(&actual, code, sizeof actual);
  EXPECT_EQ(actual, 65);
  return failures();
}
