// With headers of CUDA's libraries, all of which are installed.
#include <cuda_occupancy.h>
#include <curand_kernel.h>
#include <thrust/logical.h>

#include <cub/block/block_reduce.cuh>
#include <cuda/std/array>
#include <nvtx3/nvtx3.hpp>

__global__ void sum(const int* in, int* out) {
  __shared__ cub::BlockReduce<int, 64>::TempStorage storage;
  const int all = cub::BlockReduce<int, 64>(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *out = all;
}

int main() {
  cuda::std::array<int*, 2> data{};
  cudaMallocManaged(&data[0], 64 * sizeof(int));
  cudaMallocManaged(&data[1], sizeof(int));
  for (int i = 0; i < 64; ++i) data[0][i] = i;
  sum<<<1, 64>>>(data[0], data[1]);
  cudaDeviceSynchronize();
  const bool right = *data[1] == 63 * 32;
  for (int* one : data) cudaFree(one);
  return right ? 0 : 1;
}
