// A device function calls itself without end. A card reports error 719 or stops it at the time limit.

#include "../parts/solves_after_attack.cu"

__device__ int deeper(int n) {
  volatile int here[256];
  here[n % 256] = n;
  return deeper(n + 1) + here[n % 256];
}

__global__ void dive(int* result) { *result = deeper(0); }

void attack() {
  int* result = nullptr;
  cudaMalloc(&result, sizeof(int));
  dive<<<1, 1>>>(result);
  cudaDeviceSynchronize();
}
