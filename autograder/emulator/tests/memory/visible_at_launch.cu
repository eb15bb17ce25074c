// A child sees what its launching thread wrote before the launch, and what the other threads of the
// block wrote before a barrier that comes before it (M2). Without the barrier an H200 read stale
// data in 49 of 50 runs, with it in none.
#include "../modes.h"

constexpr int kThreads = 1024;

__device__ int data[kThreads];
__device__ int stale;

__global__ void check() {
  if (data[threadIdx.x] != static_cast<int>(threadIdx.x) + 1) atomicAdd(&stale, 1);
}

__global__ void check_first(int index) {
  if (data[index] != index + 1) atomicAdd(&stale, 1);
}

template <bool kBarrier>
__global__ void parent() {
  data[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
  if (kBarrier) __syncthreads();
  if (threadIdx.x == 0) check<<<1, kThreads>>>();
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&stale, 10000);
}

/// Each child reads what its own launching thread wrote.
__global__ void own_writes() {
  data[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
  check_first<<<1, 1, 0, cudaStreamFireAndForget>>>(static_cast<int>(threadIdx.x));
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&stale, 10000);
}

int stale_reads() {
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int value = 0;
  cudaMemcpyFromSymbol(&value, stale, sizeof value);
  return value;
}

void with_barrier() {
  parent<true><<<1, kThreads>>>();
  EXPECT_EQ(stale_reads(), 0);
}

void own() {
  own_writes<<<1, 256>>>();
  EXPECT_EQ(stale_reads(), 0);
}

void without_barrier() {
  parent<false><<<1, kThreads>>>();
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(
      count, arguments,
      {{"with_barrier", with_barrier}, {"own", own}, {"without_barrier", without_barrier}});
}
