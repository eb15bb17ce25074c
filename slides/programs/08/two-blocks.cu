// Two blocks of three threads, a child each: two lines, one for each block (S1).
#include <cuda_runtime.h>

__global__ void child() {
  for (int i = 0; i < 20; ++i) __nanosleep(10000);  // 200 µs
}

__global__ void parent() {
  child<<<1, 32>>>();
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  parent<<<2, 3>>>();
  return cudaDeviceSynchronize();
}
