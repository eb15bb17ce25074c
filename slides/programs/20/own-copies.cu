// A __device__ variable, two devices: one name, two variables (M10).
#include <cuda_runtime.h>

#include <cstdio>

__device__ int total;

__global__ void add(int value) { total += value; }

void print_total(int device) {
  int value = -1;
  cudaSetDevice(device);
  cudaMemcpyFromSymbol(&value, total, sizeof value);
  printf("device %d: total is %d\n", device, value);
}

int main() {
  // [set]
  const int five = 5;
  cudaSetDevice(1);
  cudaMemcpyToSymbol(total, &five, sizeof five);
  cudaSetDevice(0);
  add<<<1, 1>>>(2);
  // [set]
  print_total(0);
  print_total(1);
  return cudaGetLastError();
}
