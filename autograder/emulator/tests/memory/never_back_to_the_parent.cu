// A parent never sees what its children write, at no point of its code (M3), nor what a copy
// brought that it asked for (H7); its tail does (T8, M5).
#include "../modes.h"

constexpr int kCount = 64;

__device__ int data[kCount], source[kCount], sum;

__global__ void fill() { data[threadIdx.x] = 1; }

__global__ void add_up() { atomicAdd(&sum, data[threadIdx.x]); }

__global__ void reads_after_launch() {
  fill<<<1, kCount>>>();
  cudaGetLastError();
  for (int i = 0; i < 100; ++i) __nanosleep(1000);
  sum = data[0];
}

__global__ void reads_behind_barrier() {
  if (threadIdx.x == 0) fill<<<1, kCount>>>();
  cudaGetLastError();
  __syncthreads();
  atomicAdd(&sum, data[threadIdx.x]);
}

__global__ void reads_copy() {
  cudaMemcpyAsync(data, source, sizeof data, cudaMemcpyDeviceToDevice, nullptr);
  sum = data[0];
}

__global__ void tails() {
  if (threadIdx.x != 0) return;
  add_up<<<1, kCount, 0, cudaStreamTailLaunch>>>();
  fill<<<1, kCount>>>();
  if (cudaGetLastError() != cudaSuccess) sum = 1000000;
}

void after_launch() { reads_after_launch<<<1, 1>>>(); }
void behind_barrier() { reads_behind_barrier<<<1, kCount>>>(); }
void copy() { reads_copy<<<1, 1>>>(); }

void tail() {
  tails<<<1, kCount>>>();
  int value = 0;
  cudaMemcpyFromSymbol(&value, sum, sizeof value);
  EXPECT_EQ(value, kCount);
}

int main(int count, char** arguments) {
  const int result = run_mode(count, arguments,
                              {{"after_launch", after_launch},
                               {"behind_barrier", behind_barrier},
                               {"copy", copy},
                               {"tail", tail}});
  cudaDeviceSynchronize();
  return result;
}
