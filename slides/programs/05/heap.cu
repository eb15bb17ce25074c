// One thread asks the device heap for 8 MB, then for 7 (H2, H3), whose size is the default.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void ask_for(int megabytes) {
  void* const memory = malloc(megabytes * 1024 * 1024);
  printf("malloc of %d MB: %s\n", megabytes, memory == nullptr ? "null" : "memory");
  free(memory);
}

__global__ void ask() {
  ask_for(8);
  ask_for(7);
}

int main() {
  ask<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
