// Fills 60 GB of the device's memory by one call.
#include "../parts/solves_after_attack.cu"

void attack() {
  void* all = nullptr;
  if (cudaMalloc(&all, 60UL << 30) != cudaSuccess) return;
  cudaMemset(all, 1, 60UL << 30);
  cudaDeviceSynchronize();
  cudaFree(all);
}
