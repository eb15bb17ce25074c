#include <cuda_runtime.h>

#include <stdexcept>

#include "scan/scan.h"
#include "warp.cuh"

namespace scan {
namespace {

__global__ void scan_block(int* numbers, int n) {
  __shared__ int sums[32];
  const int i = threadIdx.x;
  int value = warp_sum(i < n ? numbers[i] : 0);
  if (i % 32 == 31) sums[i / 32] = value;
  __syncthreads();
  for (int warp = 0; warp < i / 32; ++warp) value += sums[warp];
  if (i < n) numbers[i] = value;
}

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

}  // namespace

std::vector<int> inclusive(const std::vector<int>& numbers) {
  std::vector<int> result(numbers.size());
  const std::size_t bytes = numbers.size() * sizeof(int);
  int* device = nullptr;
  check(cudaMalloc(&device, bytes));
  check(cudaMemcpy(device, numbers.data(), bytes, cudaMemcpyHostToDevice));
  scan_block<<<1, 1024>>>(device, static_cast<int>(numbers.size()));
  check(cudaMemcpy(result.data(), device, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  return result;
}

}  // namespace scan
