// What gdb_test.sh stops in.
#include <cuda_runtime.h>

__global__ void add_one(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] += 1;
}

__global__ void start(int* data) {
  data[threadIdx.x] = 10 * threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) add_one<<<2, 8>>>(data);
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 16 * sizeof(int));
  start<<<1, 16>>>(data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(data);
  return failed;
}
