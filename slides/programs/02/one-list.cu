// The same loop twice: its turns one after another in one thread, and side by side in a grid.
#include <cuda_runtime.h>

__device__ float table[20000];

__device__ void work(int i) { table[i] = sqrtf(table[i]) + i; }

__global__ void in_a_loop(int start, int end) {
  for (int i = start; i < end; ++i) work(i);
}

__global__ void work_on(int start, int end) {
  const int i = start + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) work(i);
}

__global__ void in_a_grid(int start, int end) {
  work_on<<<(end - start + 255) / 256, 256>>>(start, end);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  in_a_loop<<<1, 1>>>(0, 20000);
  in_a_grid<<<1, 1>>>(0, 20000);
  return cudaDeviceSynchronize();
}
