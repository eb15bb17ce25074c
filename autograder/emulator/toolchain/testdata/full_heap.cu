// A kernel that looks whether the heap was full (H3); the program returns 0 if it saw that.
#include <cuda_runtime.h>

__global__ void ask_for_too_much(bool* was_full) {
  char* too_much = new char[8 << 20];
  *was_full = too_much == nullptr;
  delete[] too_much;
}

int main() {
  bool* was_full;
  cudaMallocManaged(&was_full, sizeof *was_full);
  ask_for_too_much<<<1, 1>>>(was_full);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  const bool seen = *was_full;
  cudaFree(was_full);
  return seen ? 0 : 1;
}
