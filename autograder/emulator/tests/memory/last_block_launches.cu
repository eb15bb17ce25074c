// What other blocks wrote is visible to a child only if it is ordered before the launch (M4): the
// last block to arrive launches, with a fence before and behind the atomic; without them the child
// may read anything. The same without a launch, and through a tail, which waits for all blocks
// anyway (T2).
#include "../modes.h"

constexpr int kBlocks = 8, kThreads = 32;

__device__ int data[kBlocks * kThreads], arrived, sum;

__global__ void add_up() { atomicAdd(&sum, data[blockIdx.x * blockDim.x + threadIdx.x]); }

template <bool kFence>
__global__ void parent() {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (kFence) __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicAdd(&arrived, 1) != kBlocks - 1) return;
  if (kFence) __threadfence();
  add_up<<<kBlocks, kThreads>>>();
  if (cudaGetLastError() != cudaSuccess) sum = 1000000;
}

__global__ void tails() {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x != 0 || blockIdx.x != 3) return;
  add_up<<<kBlocks, kThreads, 0, cudaStreamTailLaunch>>>();
  if (cudaGetLastError() != cudaSuccess) sum = 1000000;
}

void expect_sum() {
  int value = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, sum, sizeof value), 0);
  EXPECT_EQ(value, kBlocks * kThreads);
}

void with_fences() {
  parent<true><<<kBlocks, kThreads>>>();
  expect_sum();
}

void by_tail() {
  tails<<<kBlocks, kThreads>>>();
  expect_sum();
}

void without_fences() {
  parent<false><<<kBlocks, kThreads>>>();
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(
      count, arguments,
      {{"with_fences", with_fences}, {"by_tail", by_tail}, {"without_fences", without_fences}});
}
