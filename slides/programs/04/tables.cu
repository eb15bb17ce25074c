// Three blocks hand a child their table, each by way of a part of its own in global memory (M9).
#include <cuda_runtime.h>

__global__ void use(int* table) {
  for (int i = 0; i < 20; ++i) __nanosleep(100);
  table[threadIdx.x] = -table[threadIdx.x];
}

__global__ void fill(int* scratch) {
  __shared__ int table[32];
  table[threadIdx.x] = blockIdx.x;
  int* mine = scratch + blockIdx.x * 32;
  mine[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  if (threadIdx.x > 0) return;
  use<<<1, 32>>>(mine);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  int* scratch = nullptr;
  if (cudaMalloc(&scratch, 3 * 32 * sizeof(int)) != cudaSuccess) return 1;
  fill<<<3, 32>>>(scratch);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(scratch);
  return error;
}
