// Arguments are copied at the launch (G1): what the parent changes later does not reach the child.
// Parameters of 4,096, 4,100 and 32,764 bytes arrive whole (G8).
#include "expect.h"

template <int kBytes>
struct Big {
  char bytes[kBytes];
};

__device__ int seen, wrong;

__global__ void child(int value) { seen = value; }

template <int kBytes>
__global__ void check(Big<kBytes> big) {
#pragma unroll 1
  for (int i = 0; i < kBytes; ++i)
    if (big.bytes[i] != static_cast<char>(i * 7)) atomicAdd(&wrong, 1);
}

template <int kBytes>
__device__ void pass() {
  Big<kBytes> big;
#pragma unroll 1
  for (int i = 0; i < kBytes; ++i) big.bytes[i] = static_cast<char>(i * 7);
  check<<<1, 1>>>(big);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&wrong, 100000);
#pragma unroll 1
  for (int i = 0; i < kBytes; ++i) big.bytes[i] = 0;
}

__global__ void parent() {
  pass<4>();
  pass<4096>();
  pass<4100>();
}

__global__ void largest() { pass<32764>(); }

__global__ void alone() {
  int value = 42;
  child<<<1, 1>>>(value);
  value = 43;
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&wrong, value);
}

int main() {
  alone<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual = 0;
  cudaMemcpyFromSymbol(&actual, seen, sizeof actual);
  EXPECT_EQ(actual, 42);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 131072), 0);
  parent<<<1, 1>>>();
  largest<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(&actual, wrong, sizeof actual);
  EXPECT_EQ(actual, 0);
  return failures();
}
