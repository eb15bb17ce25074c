// An empty list asks for a grid of 0 blocks: refused, and the error is not checked (K6, K12).
#include <cuda_runtime.h>

#include <cstdio>

__device__ int done;

__global__ void child(int count) {
  if (blockIdx.x * blockDim.x + threadIdx.x < count) atomicAdd(&done, 1);
}

__global__ void parent() {
  const int count = threadIdx.x == 1 ? 0 : 300;
  child<<<(count + 255) / 256, 256>>>(count);
}

int main() {
  parent<<<1, 3>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  int items = 0;
  if (cudaMemcpyFromSymbol(&items, done, sizeof(items)) != cudaSuccess) return 1;
  printf("%d items done, the host gets %d\n", items, error);
}
