// What the host hears, and whether it stays: a launch that is refused, and a trap in a child (R6).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() { __trap(); }

__global__ void parent() {
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) printf("refused\n");
}

void judge(int threads) {
  parent<<<1, threads>>>();
  cudaError_t error = cudaGetLastError();                      // could it be launched?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();   // did all of it end well?
  cudaGetLastError();                                          // a plain error is gone,
  const bool sticky = cudaDeviceSynchronize() != cudaSuccess;  // a sticky one is back
  printf("%d threads: error %d, sticky %d\n", threads, error, sticky);
}

int main() {
  judge(2048);
  judge(1);
}
