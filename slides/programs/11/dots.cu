// A dot has one point: with count - 1 steps its u is 0 / 0.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void places(float* u, int count) {
  if (threadIdx.x < count) u[threadIdx.x] = threadIdx.x / static_cast<float>(count - 1);
}

void show(float* u, int count) {
  places<<<1, 32>>>(u, count);
  float first = -1;
  cudaMemcpy(&first, u, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d points: the first u is %s\n", count, first == 0 ? "0" : "not a number");
}

int main() {
  float* u = nullptr;
  cudaMalloc(&u, 32 * sizeof(float));
  show(u, 4);
  show(u, 1);
  return cudaFree(u);
}
