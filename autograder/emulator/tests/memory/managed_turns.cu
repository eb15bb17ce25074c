// The host and a kernel in managed memory: at the same time where the device allows it, otherwise by
// turns (U6).
#include <cstring>

#include "../expect.h"

constexpr int kHalf = 1000;

__global__ void square(int* values) {
  for (int i = threadIdx.x; i < kHalf; i += blockDim.x) values[i] *= values[i];
}

__global__ void square_by_a_child(int* values) { square<<<1, 64>>>(values); }

void square_here(int* values) {
  for (int i = 0; i < kHalf; ++i) values[i] *= values[i];
}

__managed__ int rounds;
__device__ int copied;

/// Turns are taken with kernels, not with copies that are still under way (D6).
void copy_that_may_return_early() {
  const int value = 1;
  EXPECT_EQ(cudaMemcpyToSymbol(copied, &value, sizeof value), 0);
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  int at_once = 0, *values;
  EXPECT_EQ(cudaDeviceGetAttribute(&at_once, cudaDevAttrConcurrentManagedAccess, 0), 0);
  EXPECT_EQ(cudaMallocManaged(&values, 2 * kHalf * sizeof(int)), 0);
  copy_that_may_return_early();
  for (int i = 0; i < 2 * kHalf; ++i) values[i] = i;
  square_by_a_child<<<1, 1>>>(values + kHalf);
  if (std::strcmp(mode, "variable") == 0) ++rounds;
  const bool waits = !at_once && std::strcmp(mode, "asks") == 0;
  if (waits) EXPECT_EQ(cudaDeviceSynchronize(), 0);
  square_here(values);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 2 * kHalf; ++i) EXPECT_EQ(values[i], i * i);
  EXPECT_EQ(cudaFree(values), 0);
  return failures();
}
