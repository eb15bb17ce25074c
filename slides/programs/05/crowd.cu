// 4,096 threads launch a child each, with the limits as they are: how many run, and who is told
// (L1, L2, R3)?
#include <cuda_runtime.h>

#include <cstdio>

struct Counts {
  int ran, refused, error;
};

__global__ void child(Counts* counts) { atomicAdd(&counts->ran, 1); }

__global__ void parent(Counts* counts) {
  child<<<1, 1, 0, cudaStreamFireAndForget>>>(counts);
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  atomicAdd(&counts->refused, 1);
  atomicMax(&counts->error, error);
}

int main() {
  Counts* counts = nullptr;
  Counts seen;
  if (cudaMalloc(&counts, sizeof(Counts)) != cudaSuccess) return 1;
  if (cudaMemset(counts, 0, sizeof(Counts)) != cudaSuccess) return 1;
  parent<<<32, 128>>>(counts);
  printf("cudaDeviceSynchronize: %d\n", cudaDeviceSynchronize());
  if (cudaMemcpy(&seen, counts, sizeof(seen), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d children ran, %d were refused with error %d\n", seen.ran, seen.refused, seen.error);
  return cudaFree(counts);
}
