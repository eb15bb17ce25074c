// Three blocks hand a child their table by way of one scratch for all: whose does the child find?
// Nothing makes a block wait for the child of the one before (K4).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void use(int block, const int* table) {
  printf("the child of block %d finds the table of block %d\n", block, table[0]);
}

__global__ void fill(int* scratch) {
  const int block = blockIdx.x;
  scratch[threadIdx.x] = block;
  __syncthreads();
  if (threadIdx.x > 0) return;
  use<<<1, 1>>>(block, scratch);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  int* scratch = nullptr;
  if (cudaMalloc(&scratch, 32 * sizeof(int)) != cudaSuccess) return 1;
  fill<<<3, 32>>>(scratch);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(scratch);
  return error;
}
