// A child does what is forbidden: its parent gets no error, the host gets it from every call (R5,
// R6).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child(int* target) { *target = 1; }

__global__ void parent() {
  child<<<1, 1>>>(nullptr);
  printf("parent: %d\n", cudaGetLastError());
}

int main() {
  parent<<<1, 1>>>();
  printf("host waits: %d\n", cudaDeviceSynchronize());
  printf("host clears: %d\n", cudaGetLastError());
  printf("host waits again: %d\n", cudaDeviceSynchronize());
}
