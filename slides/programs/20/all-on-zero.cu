// Memory for two devices, allocated while device 0 is current: all of it is device 0's (D2, D4).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* data[2];
  // [memory]
  for (int d = 0; d < 2; ++d) cudaMalloc(&data[d], 64 * sizeof(int));
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    fill<<<1, 64>>>(data[d], d);
    printf("launch on device %d: error %d\n", d, cudaGetLastError());
  }
  // [memory]
  for (int d = 1; d >= 0; --d) {
    cudaSetDevice(d);
    printf("device %d afterwards: error %d\n", d, cudaDeviceSynchronize());
  }
  return 0;
}
