// Device 1 reads memory of device 0, and peer access is not enabled: 700 for ever (P4).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy_one(int* to, const int* from) { *to = *from; }

void say(const char* call, cudaError_t error) { printf("%s %d\n", call, static_cast<int>(error)); }

int main() {
  int *number, *result, *more;
  cudaSetDevice(0);
  cudaMalloc(&number, sizeof *number);
  cudaMemset(number, 0, sizeof *number);
  cudaSetDevice(1);
  cudaMalloc(&result, sizeof *result);
  // [calls]
  copy_one<<<1, 1>>>(result, number);
  say("the launch            ", cudaGetLastError());
  say("cudaDeviceSynchronize ", cudaDeviceSynchronize());
  cudaSetDevice(0);
  say("cudaMalloc on device 0", cudaMalloc(&more, sizeof *more));
  // [calls]
}
