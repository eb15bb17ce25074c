// Arguments are copied at the launch (G1): what the parent changes later does not reach the child.
// Parameters of 4,096, 4,100 and 32,764 bytes arrive whole (G8). Two ints are no pointer.
#include "../expect.h"

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

struct Pair {
  int number, beside;
};

__global__ void grandchild(Pair pair, int* counter) { atomicAdd(counter, pair.number != 0); }

// The number stands beside the upper half of a pointer that nobody may pass (G2, G3), as it may
// where an old pointer has left that in the padding of the arguments.
__global__ void beside_old_pointers(int* counter) {
  __shared__ int shared[64];
  int local[64];
  shared[0] = local[0] = 0;
  for (const int* old : {shared, local}) {
    for (int number = 1; number < 1 << 21; number += number < 4096 ? 64 : 999) {
      const auto beside = static_cast<int>(reinterpret_cast<unsigned long long>(old) >> 32);
      grandchild<<<1, 1>>>(Pair{number, beside}, counter);
      if (cudaGetLastError() != cudaSuccess) atomicAdd(&wrong, 1);
    }
  }
}

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
  int* counter = nullptr;
  EXPECT_EQ(cudaMalloc(&counter, sizeof *counter), 0);
  EXPECT_EQ(cudaMemset(counter, 0, sizeof *counter), 0);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192), 0);
  beside_old_pointers<<<1, 1>>>(counter);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(&actual, wrong, sizeof actual);
  EXPECT_EQ(actual, 0);
  cudaMemcpy(&actual, counter, sizeof actual, cudaMemcpyDeviceToHost);
  EXPECT_EQ(actual, 2 * (64 + 2096));
  cudaFree(counter);
  return failures();
}
