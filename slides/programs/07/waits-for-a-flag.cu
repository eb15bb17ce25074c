// A parent that loops until a child has raised a flag, which need not start before it ends (K5).
#include <cuda_runtime.h>

#include <cstdio>

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void add_up(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

__global__ void raise(int* flag) { atomicExch(flag, 1); }

__global__ void mean(const int* values, int* sum, int* flag, int n) {
  add_up<<<1, n>>>(values, sum);
  check(cudaGetLastError());
  raise<<<1, 1>>>(flag);
  check(cudaGetLastError());
  while (atomicAdd(flag, 0) == 0) continue;
  __threadfence();
  printf("the mean is %d\n", *sum / n);
}

int main() {
  constexpr int kValues = 32;
  int values[kValues];
  for (int& value : values) value = 10;
  int* device = nullptr;
  if (cudaMalloc(&device, sizeof(int) * (kValues + 2)) != cudaSuccess) return 1;
  if (cudaMemset(device, 0, sizeof(int) * (kValues + 2)) != cudaSuccess) return 1;
  if (cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  mean<<<1, 1>>>(device, device + kValues, device + kValues + 1, kValues);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(device);
  return error;
}
