// The run behind the picture of lesson 17: one block with nine high cells, four in its first warp
// and five in its third. First each of their lanes launches a child for itself, then the warps
// vote.
#include "exercise.h"

__global__ void refine_one(int* fine, int value) { fine[threadIdx.x] = value; }

__global__ void each_for_itself(int* fine, const int* heights, int limit) {
  const int i = threadIdx.x;
  if (heights[i] <= limit) return;
  refine_one<<<1, 8>>>(fine + 8 * i, heights[i]);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  constexpr int n = 80, limit = 50;
  static int heights[n], coarse[n], fine[n * 8];
  for (int i = 0; i < n; ++i)
    heights[i] = (i % 8 == 3 && i / 32 != 1) || i > 77 || i == 70 ? 70 : 5;
  int *device_heights, *device_fine;
  cudaMalloc(&device_heights, sizeof heights);
  cudaMalloc(&device_fine, sizeof fine);
  cudaMemcpy(device_heights, heights, sizeof heights, cudaMemcpyHostToDevice);
  each_for_itself<<<1, n>>>(device_fine, device_heights, limit);
  cudaDeviceSynchronize();
  cudaFree(device_heights);
  cudaFree(device_fine);
  return refine_cells(coarse, fine, heights, n, limit);
}
