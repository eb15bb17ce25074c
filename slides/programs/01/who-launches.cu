// Who gets here? A launch that every thread of a grid reaches.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int children;

__global__ void child() {
  if (threadIdx.x == 0) atomicAdd(&children, 1);
}

__global__ void parent() {
  child<<<1, 32>>>();
  if (cudaGetLastError() != cudaSuccess) printf("a launch was refused\n");
}

int main() {
  parent<<<2, 64>>>();
  int count = 0;
  const cudaError_t error = cudaMemcpyFromSymbol(&count, children, sizeof(count));
  printf("%d children\n", count);
  return error;
}
