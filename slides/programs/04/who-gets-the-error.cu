// A child is given the address of its parent's shared memory: who gets the error, and when (G3, R5)?
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child(int* sum, const int* table) { atomicAdd(sum, table[threadIdx.x]); }

__global__ void parent(int* sum) {
  __shared__ int table[32];
  table[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  child<<<1, 32>>>(sum, table);
  printf("the device's launch: %d\n", cudaGetLastError());
}

int main() {
  int* sum = nullptr;
  void* more = nullptr;
  if (cudaMalloc(&sum, sizeof(int)) != cudaSuccess) return 1;
  if (cudaMemset(sum, 0, sizeof(int)) != cudaSuccess) return 1;
  parent<<<1, 32>>>(sum);
  printf("the host's launch: %d\n", cudaGetLastError());
  printf("the host's synchronization: %d\n", cudaDeviceSynchronize());
  printf("the next call of the host: %d\n", cudaMalloc(&more, 1));
  return cudaFree(sum);
}
