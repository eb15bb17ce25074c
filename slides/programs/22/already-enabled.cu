// An access that a library has enabled before: 704 is no harm, but stays the last error (P3).
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work() {}

void enable(int device, int peer) {
  cudaSetDevice(device);
  const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
  if (error != cudaSuccess && error != cudaErrorPeerAccessAlreadyEnabled) exit(error);
}

int main() {
  enable(0, 1);  // a library
  // [ours]
  enable(0, 1);
  work<<<1, 1>>>();
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) printf("launch of work: %s\n", cudaGetErrorName(error));
  // [ours]
  return cudaDeviceSynchronize();
}
