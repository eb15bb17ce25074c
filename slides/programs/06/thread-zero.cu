// Thread 0 looks at the error for its block, and sees only its own (R1).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() {}

__global__ void parent() {
  child<<<1, threadIdx.x == 5 ? 0 : 32>>>();
  __syncthreads();
  if (threadIdx.x != 0) return;
  printf("thread 0 reads %d\n", cudaGetLastError());
}

int main() {
  parent<<<1, 8>>>();
  return cudaDeviceSynchronize();
}
