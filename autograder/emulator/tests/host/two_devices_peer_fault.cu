// A kernel that touches another device's memory without peer access: the launch succeeds, the wait
// reads 700, and the process is lost on all devices; after a reset an allocation reads 46
// (h200-facts 2).
#include "../expect.h"

__global__ void set(int* p) { *p = 1; }

int main() {
  int count = 0, *of_0, *more;
  cudaGetDeviceCount(&count);
  if (count < 2) return std::printf("needs two devices\n"), 0;
  cudaSetDevice(0);
  cudaMalloc(&of_0, 4);
  cudaSetDevice(1);
  set<<<1, 1>>>(of_0);
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 700);
  EXPECT_EQ(cudaMalloc(&more, 4), 700);
  cudaSetDevice(0);
  EXPECT_EQ(cudaMalloc(&more, 4), 700);
  set<<<1, 1>>>(of_0);
  EXPECT_EQ(cudaGetLastError(), 700);
  EXPECT_EQ(cudaDeviceReset(), 0);
  EXPECT_EQ(cudaMalloc(&more, 4), 46);
  return failures();
}
