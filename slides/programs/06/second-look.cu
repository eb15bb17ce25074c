// A thread's last error stays until it is read: a good launch does not take it away (R1, R2).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() {}

__global__ void parent() {
  child<<<1, 2048>>>();
  child<<<1, 32>>>();
  const int first = cudaGetLastError();
  const int second = cudaPeekAtLastError();
  const int third = cudaGetLastError();
  printf("get %d, peek %d, get %d\n", first, second, third);
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
