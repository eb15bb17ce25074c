// Runs a kernel that never ends. On a card, it ends with the process at the time limit.

#include "../parts/solves_after_attack.cu"

__device__ volatile int always = 1;

__global__ void spin() {
  while (always != 0) {
  }
}

void attack() {
  spin<<<1, 1>>>();
  cudaDeviceSynchronize();
}
