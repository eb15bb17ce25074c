// Quicksort in two parts, "smaller" and "the rest", on equal values: the rest never gets smaller.
// Only the sizes are computed, for with equal values nothing moves.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int deepest, refused;

__global__ void sort_rest(int n, int depth) {
  deepest = depth;
  if (n <= 128) return;
  const int smaller = 0, rest = n - smaller;
  sort_rest<<<1, 1>>>(rest, depth + 1);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&refused, 1);
}

int main() {
  sort_rest<<<1, 1>>>(1000, 0);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int generations = 0, lost = 0;
  cudaMemcpyFromSymbol(&generations, deepest, sizeof generations);
  cudaMemcpyFromSymbol(&lost, refused, sizeof lost);
  printf("1000 equal values: %d generations of grids, %d launch refused, the host gets 0\n",
         generations, lost);
  return 0;
}
