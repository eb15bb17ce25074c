// Names that the C++ library has, too, in a program with `using namespace std` that includes none
// of the headers that declare them: a variable `count`, kernels `reverse`,
// `fill` and `sort`.
#include <cuda_runtime.h>

#include <cstdio>

using namespace std;

__device__ int count;
__device__ int table[64];
__constant__ int factors[2];

__global__ void fill(int n) {
  if (threadIdx.x < n) table[threadIdx.x] = factors[1] * threadIdx.x;
}

__global__ void reverse(int n) {
  const int i = threadIdx.x, other = table[n - 1 - i];
  __syncthreads();
  table[i] = other;
  atomicAdd(&count, table[i]);
}

__global__ void sort(int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && table[j - 1] > table[j]; --j) {
      const int swap = table[j];
      table[j] = table[j - 1];
      table[j - 1] = swap;
    }
}

int main() {
  const int sizes[2] = {64, 3};
  cudaMemcpyToSymbol(factors, sizes, sizeof sizes);
  fill<<<1, 64>>>(64);
  reverse<<<1, 64>>>(64);
  int total = 0, first = 0;
  cudaMemcpyFromSymbol(&total, count, sizeof total);
  cudaMemcpyFromSymbol(&first, table, sizeof first);
  sort<<<1, 1>>>(64);
  int last = 0;
  cudaMemcpyFromSymbol(&last, table, sizeof last, 63 * sizeof(int));
  const bool ok = total == 3 * 63 * 32 && first == 3 * 63 && last == 3 * 63;
  printf("%d %d %d: %s\n", total, first, last, ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
