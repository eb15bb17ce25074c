#include <cstdio>

#include "fan/fan.cuh"

struct Square {
  int* values;
  __device__ void operator()(int i) const { values[i] = i * i; }
};

__global__ void parent(int* values, int n) {
  const int half = n / 2;
  fan::launch_each(Square{values}, half);
  const int i = half + threadIdx.x;
  if (i < n) values[i] = i * i;
}

int main() {
  constexpr int n = 300;
  int* values = nullptr;
  cudaMallocManaged(&values, n * sizeof(int));
  parent<<<1, 256>>>(values, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += values[i] != i * i;
  cudaFree(values);
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
