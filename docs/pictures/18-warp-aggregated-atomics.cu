// The run behind the picture of lesson 18: eight large items in two warps of a block. First each of
// their lanes launches a child of its own, then lanes that are there together share one.
#include "exercise.h"

__global__ void add_up_one(int* result, int size) {
  int sum = 0;
  for (int k = threadIdx.x; k < size; k += blockDim.x) sum += k * k % 7;
  atomicAdd(result, sum);
}

__global__ void each_for_itself(int* results, const int* sizes, int limit) {
  const int i = threadIdx.x;
  if (sizes[i] <= limit) return;
  add_up_one<<<1, 32>>>(&results[i], sizes[i]);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  constexpr int n = 64, limit = 20;
  static int sizes[n], results[n], atomics;
  for (int i = 0; i < n; ++i) sizes[i] = i % 8 == 5 ? 4000 : 1;
  int *device_sizes, *device_results;
  cudaMalloc(&device_sizes, sizeof sizes);
  cudaMalloc(&device_results, sizeof results);
  cudaMemcpy(device_sizes, sizes, sizeof sizes, cudaMemcpyHostToDevice);
  cudaMemset(device_results, 0, sizeof results);
  each_for_itself<<<1, n>>>(device_results, device_sizes, limit);
  cudaDeviceSynchronize();
  cudaFree(device_sizes);
  cudaFree(device_results);
  return add_up_sizes(results, &atomics, sizes, n, limit);
}
