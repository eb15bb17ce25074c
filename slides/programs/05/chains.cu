// Two chains of 3,000 grids: each link launches the next as a child, or as a tail (L6, T10).
#include <cuda_runtime.h>

#include <cstdio>

struct Chain {
  int links;
  cudaError_t error;
};

__global__ void nested(Chain* chain, int left) {
  ++chain->links;
  if (left == 0) return;
  nested<<<1, 1>>>(chain, left - 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) chain->error = error;
}

__global__ void tailed(Chain* chain, int left) {
  ++chain->links;
  if (left == 0) return;
  tailed<<<1, 1, 0, cudaStreamTailLaunch>>>(chain, left - 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) chain->error = error;
}

int main() {
  Chain* chains = nullptr;
  Chain seen[2];
  if (cudaMalloc(&chains, sizeof(seen)) != cudaSuccess) return 1;
  if (cudaMemset(chains, 0, sizeof(seen)) != cudaSuccess) return 1;
  nested<<<1, 1>>>(&chains[0], 2999);
  tailed<<<1, 1>>>(&chains[1], 2999);
  if (cudaMemcpy(seen, chains, sizeof(seen), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("nested: %d links, error %d\n", seen[0].links, seen[0].error);
  printf("tails:  %d links, error %d\n", seen[1].links, seen[1].error);
  return cudaFree(chains);
}
