// The recursion of a quadtree without its points: a node of more than one point is divided, and one
// grid of four blocks is launched for its quadrants.
#include <cuda_runtime.h>

__global__ void divide(int points) {
  if (points == 1 || threadIdx.x > 0) return;
  divide<<<4, 64, 0, cudaStreamFireAndForget>>>(points / 4);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  divide<<<1, 64>>>(64);
  return cudaDeviceSynchronize();
}
