// first and second are tails of one grid; first has a tail of its own. Which grid is third (T3, T4)?
#include <cuda_runtime.h>

#include <cstdio>

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__global__ void own() {
  printf("own ");
  work_for(100);
}

__global__ void first() {
  printf("first ");
  own<<<1, 1, 0, cudaStreamTailLaunch>>>();
  check(cudaGetLastError());
  work_for(100);
}

__global__ void second() {
  printf("second ");
  work_for(100);
}

__global__ void parent() {
  first<<<1, 1, 0, cudaStreamTailLaunch>>>();
  check(cudaGetLastError());
  second<<<1, 1, 0, cudaStreamTailLaunch>>>();
  check(cudaGetLastError());
  work_for(100);
}

int main() {
  parent<<<1, 1>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  printf("\n");
  return error;
}
