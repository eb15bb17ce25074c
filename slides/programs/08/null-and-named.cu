// The NULL stream of device code is a stream like any other: other streams do not wait for it (S1, S4).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* value) {
  for (int i = 0; i < 10; ++i) __nanosleep(10000);  // 100 µs
  *value = 42;
}

__global__ void use(const int* value) { printf("use reads %d\n", *value); }

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void parent(int* value) {
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  fill<<<1, 1>>>(value);
  check(cudaGetLastError());
  use<<<1, 1, 0, stream>>>(value);
  check(cudaGetLastError());
  check(cudaStreamDestroy(stream));
}

int main() {
  int* value = nullptr;
  if (cudaMalloc(&value, sizeof(int)) != cudaSuccess) return 1;
  if (cudaMemset(value, 0, sizeof(int)) != cudaSuccess) return 1;
  parent<<<1, 1>>>(value);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(value);
  return error;
}
