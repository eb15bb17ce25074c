// cudaPeekAtLastError leaves the error where it is (R2): after the next launch, which works, it still
// tells of the one before. So a launch that worked is taken for a refused one. What it returns is
// tested in last_error.cu.
#include <cuda_runtime.h>

__device__ int errors_told;

__global__ void child() {}

__global__ void parent() {
  child<<<1, 0>>>();
  errors_told += cudaPeekAtLastError() != cudaSuccess;
  child<<<1, 1>>>();
  errors_told += cudaPeekAtLastError() != cudaSuccess;
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
