#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return 1;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    std::printf("%d: %s, compute capability %d.%d\n", device, properties.name, properties.major,
                properties.minor);
  }
  return count > 0 ? 0 : 1;
}
