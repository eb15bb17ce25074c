// A child writes to mapped memory; the host reads there without having waited.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child(int* result) { *result = 42; }

__global__ void parent(int* result) { child<<<1, 1>>>(result); }

int main() {
  int* result;
  // [host]
  cudaHostAlloc(&result, sizeof(int), cudaHostAllocMapped);
  *result = 0;
  parent<<<1, 1>>>(result);
  std::printf("the host reads %d\n", *result);
  cudaDeviceSynchronize();
  // [host]
  cudaFreeHost(result);
}
