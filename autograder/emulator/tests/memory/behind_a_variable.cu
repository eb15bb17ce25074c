// An index that leads out of the last variable of a program is told with the variable's name.
#include <cuda_runtime.h>

__constant__ int weights[3];

__global__ void weigh(int* out, int i) { *out = weights[i]; }

int main() {
  const int values[] = {1, 2, 3};
  int* out;
  cudaMalloc(&out, sizeof *out);
  cudaMemcpyToSymbol(weights, values, sizeof values);
  weigh<<<1, 1>>>(out, 3);
  return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
