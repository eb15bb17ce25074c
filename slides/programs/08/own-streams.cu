// Six threads of one block, each of which launches a child into its own stream: none waits for another (S5).
#include <cuda_runtime.h>

__global__ void child() {
  for (int i = 0; i < 20; ++i) __nanosleep(10000);  // 200 µs
}

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__global__ void parent() {
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  child<<<1, 32, 0, stream>>>();
  check(cudaGetLastError());
  check(cudaStreamDestroy(stream));
}

int main() {
  parent<<<1, 6>>>();
  return cudaDeviceSynchronize();
}
