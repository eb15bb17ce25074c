// A chain of 100,000 grids, each launched as the tail of the one before it. Prints how many ran.
#include <cstdio>

constexpr int kLength = 100'000;

__device__ int ran;

__global__ void link() {
  if (++ran < kLength) link<<<1, 1, 0, cudaStreamTailLaunch>>>();
  if (cudaGetLastError() != cudaSuccess) ran = 0;
}

int main() {
  link<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int count = 0;
  cudaMemcpyFromSymbol(&count, ran, sizeof count);
  std::printf("%d\n", count);
  return count == kLength ? 0 : 1;
}
