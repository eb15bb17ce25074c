// What < says of a NaN, and what an insertion sort that asks only < makes of seven numbers and a
// NaN.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__device__ void sort_by_less(float* values, int n) {
  for (int i = 1; i < n; ++i) {
    const float value = values[i];
    int place = i;
    for (; place > 0 && value < values[place - 1]; --place) values[place] = values[place - 1];
    values[place] = value;
  }
}

__global__ void ask(float nan) {
  printf("NaN < 1: %d   1 < NaN: %d   NaN == NaN: %d\n", nan < 1, 1 < nan, nan == nan);
  float values[8] = {5, 2, 7, nan, 1, 6, 3, 4};
  sort_by_less(values, 8);
  for (const float value : values) printf("%g ", value);
  printf("\n");
}

int main() {
  ask<<<1, 1>>>(NAN);
  return cudaDeviceSynchronize();
}
