// A fire-and-forget grid runs beside its parent; a tail starts when both are done, though it was
// launched first.
#include <cuda_runtime.h>

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void fired() { work_for(300); }
__global__ void tail() { work_for(100); }

__global__ void parent() {
  tail<<<1, 32, 0, cudaStreamTailLaunch>>>();
  check(cudaGetLastError());
  fired<<<1, 32, 0, cudaStreamFireAndForget>>>();
  check(cudaGetLastError());
  work_for(150);
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
