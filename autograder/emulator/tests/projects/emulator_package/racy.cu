#include <cstdio>

__global__ void reverse(int* values) {
  const int i = threadIdx.x;
  const int value = values[63 - i];
  values[i] = value;
}

int main() {
  int* values = nullptr;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
  std::puts("done");
}
