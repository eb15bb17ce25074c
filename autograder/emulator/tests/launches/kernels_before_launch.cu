// What the host may ask about kernels that have not run yet: their launch bounds are known (K6, K7).
#include <cstring>

#include "../expect.h"

struct Wide {
  alignas(16) double values[40];
};

__global__ void __launch_bounds__(256, 4) bounded(int* out, Wide by, float) {
  out[threadIdx.x] = static_cast<int>(by.values[0]);
}
template <int kThreads>
__global__ void __launch_bounds__(kThreads) of_template(int* out) {
  out[threadIdx.x] = kThreads;
}
__global__ void __launch_bounds__(64) through_void(int) {}
__global__ void __launch_bounds__(128) named() {}
__global__ void unbounded() {}

int threads_of(const void* kernel) {
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), 0);
  return attributes.maxThreadsPerBlock;
}

int main() {
  int grid = 0, block = 0, blocks = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded), 0);
  EXPECT(block > 0 && block <= 256);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of_template<32>, 33, 0), 0);
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, of_template<96>), 0);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 96);
  EXPECT_EQ(threads_of((const void*)through_void), 64);
  EXPECT_EQ(threads_of((void*)unbounded), 1024);
  const char* name = "";
  EXPECT_EQ(cudaFuncGetName(&name, named), 0);
  EXPECT(std::strstr(name, "named") != nullptr);

  int* out;
  EXPECT_EQ(cudaMalloc(&out, 256 * sizeof(int)), 0);
  bounded<<<1, block>>>(out, Wide{{7}}, 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  int first = 0;
  EXPECT_EQ(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(first, 7);
  cudaFree(out);
  return failures();
}
