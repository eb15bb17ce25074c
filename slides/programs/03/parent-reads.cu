// A parent that reads what its child writes: right or wrong by luck, and never allowed (M3).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child(int* answer) { *answer = 42; }

__global__ void parent(int* answer) {
  *answer = 0;
  child<<<1, 1>>>(answer);
  if (cudaGetLastError() != cudaSuccess) return;
  __nanosleep(100000);  // 100 µs: the child is surely done
  __threadfence();
  printf("parent reads %d\n", *answer);
}

int main() {
  int* answer = nullptr;
  if (cudaMalloc(&answer, sizeof(int)) != cudaSuccess) return 1;
  parent<<<1, 1>>>(answer);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(answer);
  return error;
}
