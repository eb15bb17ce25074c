// Atomic functions of many threads on one word, in memory of every kind.
#include "../expect.h"

__device__ int counter, bits, low = 1000, high = -1000, locked;
__device__ unsigned wrapped, countdown;
__device__ unsigned long long wide;
__device__ float real;
__device__ double fine;

__global__ void update() {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int in_block;
  if (threadIdx.x == 0) in_block = 0;
  __syncthreads();
  atomicAdd_block(&in_block, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counter, in_block);

  atomicOr(&bits, 1 << i % 31);
  atomicMin(&low, i - 7);
  atomicMax(&high, i * 3);
  atomicInc(&wrapped, 99);
  atomicDec(&countdown, 9);
  atomicAdd(&wide, 1ull << 33);
  atomicAdd(&real, 0.5f);
  atomicAdd(&fine, 0.25);

  // Addition by compare and swap, as programs wrote it before there was one for doubles.
  int old = atomicAdd(&locked, 0), seen;
  do {
    seen = old;
    old = atomicCAS(&locked, seen, seen + 2);
  } while (old != seen);
}

template <class T>
T read(const T& symbol) {
  T value{};
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, sizeof value), 0);
  return value;
}

int main() {
  update<<<4, 64>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(read(counter), 256);
  EXPECT_EQ(read(bits), 0x7fffffff);
  EXPECT_EQ(read(low), -7);
  EXPECT_EQ(read(high), 765);
  EXPECT_EQ(read(wrapped), 56u);
  EXPECT_EQ(read(countdown), 4u);
  EXPECT_EQ(read(wide), 256ull << 33);
  EXPECT(read(real) == 128);
  EXPECT(read(fine) == 64);
  EXPECT_EQ(read(locked), 512);
  return failures();
}
