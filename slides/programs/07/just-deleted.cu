// An old kernel of which only the wait was deleted: the sum is read before it is there (M3).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_up(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

__global__ void mean(const int* values, int* sum, int n) {
  add_up<<<1, n>>>(values, sum);
  if (cudaGetLastError() != cudaSuccess) __trap();
  printf("the mean is %d\n", *sum / n);
}

int main() {
  constexpr int kValues = 32;
  int values[kValues];
  for (int& value : values) value = 10;
  int* device = nullptr;
  if (cudaMalloc(&device, sizeof(int) * (kValues + 1)) != cudaSuccess) return 1;
  if (cudaMemset(device, 0, sizeof(int) * (kValues + 1)) != cudaSuccess) return 1;
  if (cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  mean<<<1, 1>>>(device, device + kValues, kValues);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(device);
  return error;
}
