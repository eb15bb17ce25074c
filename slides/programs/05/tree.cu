// A tree of two branches with two leaves each: six grids of the device, six places at once (L3).
#include <cuda_runtime.h>

__global__ void leaf() { __nanosleep(4000); }

__global__ void branch() {
  leaf<<<1, 32, 0, cudaStreamFireAndForget>>>();
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void plant() {
  branch<<<1, 2, 0, cudaStreamFireAndForget>>>();
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  plant<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
