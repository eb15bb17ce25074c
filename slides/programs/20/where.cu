// Device 0 is current, the stream is device 1's: where does the kernel run, and where its child
// (D3, K8)?
#include <cuda_runtime.h>

#include <cstdio>

__global__ void child() {
  int device;
  cudaGetDevice(&device);
  printf("child on device %d\n", device);
}

__global__ void parent() {
  int device;
  cudaGetDevice(&device);
  printf("parent on device %d\n", device);
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) __trap();
}

int main() {
  // [launch]
  cudaStream_t s;
  cudaSetDevice(1);
  cudaStreamCreate(&s);
  cudaSetDevice(0);
  parent<<<1, 1, 0, s>>>();
  printf("launch: error %d\n", cudaGetLastError());
  // [launch]
  cudaStreamSynchronize(s);
  return cudaStreamDestroy(s);
}
