// Lanes of a block of 8 x 5 threads, read from the special register.
#include <cstdio>

__device__ unsigned lane() {
  unsigned value = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}

__global__ void who() {
  if (threadIdx.x == 0)
    printf("thread (0, %d) is lane %u\n", threadIdx.y, lane());
}

int main() {
  who<<<1, dim3(8, 5)>>>();
  return cudaDeviceSynchronize();
}
