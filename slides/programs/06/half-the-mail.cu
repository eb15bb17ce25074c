// 4,096 threads launch a child each and check no error: many never run, and the host gets none
// (R3).
#include <cuda_runtime.h>

#include <cstdio>

__device__ int letters;

__global__ void send_letter() { atomicAdd(&letters, 1); }

__global__ void deliver() { send_letter<<<1, 1, 0, cudaStreamTailLaunch>>>(); }

int main() {
  deliver<<<4, 1024>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  int sent = 0;
  if (cudaMemcpyFromSymbol(&sent, letters, sizeof(sent)) != cudaSuccess) return 1;
  printf("the host gets error %d; %d of 4096 letters were sent\n", error, sent);
  return error;
}
