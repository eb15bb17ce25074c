#pragma once

#include <concepts>

template <std::integral T>
__global__ void histogram(const T* values, int n, int* counts, int bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[values[i] % bins], 1);
}
