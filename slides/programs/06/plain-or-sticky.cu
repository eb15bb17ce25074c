// Which error the host gets, and whether it stays: a launch that is refused, and a trap in a child (R6).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() { __trap(); }

__global__ void parent() {
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) printf("refused\n");
}

void judge(int blocks) {
  parent<<<blocks, 1>>>();
  cudaError_t error = cudaGetLastError();                      // could it be launched?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();   // did all of it end well?
  cudaGetLastError();                                          // a plain error is gone,
  const bool sticky = cudaDeviceSynchronize() != cudaSuccess;  // a sticky one is back
  printf("%d blocks: error %d, sticky %d\n", blocks, error, sticky);
}

int main() {
  judge(0);
  judge(1);
}
