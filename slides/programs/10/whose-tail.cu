// Block 0 launches a tail and ends; block 1 works on and launches a child at its very end (T1, T2).
#include <cuda_runtime.h>

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void child() { work_for(200); }
__global__ void tail() { work_for(100); }

__global__ void parent() {
  if (blockIdx.x == 0) {
    tail<<<1, 32, 0, cudaStreamTailLaunch>>>();
    check(cudaGetLastError());
  } else {
    work_for(300);
    child<<<1, 32>>>();
    check(cudaGetLastError());
  }
}

int main() {
  parent<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
