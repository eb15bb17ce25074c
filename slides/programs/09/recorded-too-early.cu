// An event recorded in front of the grid that it should stand for: the wait is for nothing (E8).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* value) { *value = 42; }

__global__ void use(const int* value) { printf("use reads %d\n", *value); }

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

struct Arrow {
  cudaStream_t s, t;
  cudaEvent_t filled;
};

__device__ void fill_and_use(const Arrow& arrow, int* value) {
  // [arrow]
  check(cudaEventRecord(arrow.filled, arrow.s));
  fill<<<1, 1, 0, arrow.s>>>(value);
  check(cudaGetLastError());

  check(cudaStreamWaitEvent(arrow.t, arrow.filled, 0));
  use<<<1, 1, 0, arrow.t>>>(value);
  check(cudaGetLastError());
  // [arrow]
}

__global__ void parent(int* value) {
  Arrow arrow;
  check(cudaStreamCreateWithFlags(&arrow.s, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&arrow.t, cudaStreamNonBlocking));
  check(cudaEventCreateWithFlags(&arrow.filled, cudaEventDisableTiming));
  fill_and_use(arrow, value);
  check(cudaEventDestroy(arrow.filled));
  check(cudaStreamDestroy(arrow.s));
  check(cudaStreamDestroy(arrow.t));
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
