// Which error the host gets, and whether it stays: a refused launch, and a trap in a child (R6).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() { __trap(); }

__global__ void parent() {
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) printf("refused\n");
}

void judge(int blocks) {
  parent<<<blocks, 1>>>();
  cudaError_t error = cudaGetLastError();                      // launched?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();   // ended well?
  cudaGetLastError();                                          // plain: gone
  const bool sticky = cudaDeviceSynchronize() != cudaSuccess;  // sticky: back
  printf("%d blocks: error %d, sticky %d\n", blocks, error, sticky);
}

int main() {
  judge(0);
  judge(1);
}
