// A launch that the device cannot do: who gets the error?
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() { printf("the child runs\n"); }

__global__ void parent() {
  child<<<1, 2000>>>();
  if (threadIdx.x == 0) printf("thread 0 reads error %d\n", cudaGetLastError());
}

int main() {
  parent<<<1, 1>>>();
  printf("the host reads error %d\n", cudaDeviceSynchronize());
  return 0;
}
