// A grid votes and reads its own box: a block cannot wait for blocks that have not started (K5).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void vote_and_read(unsigned* box, unsigned* seen) {
  const bool yes = blockIdx.x == gridDim.x - 1;
  if (yes) atomicOr(box, 1u);
  __threadfence();
  seen[blockIdx.x] = atomicOr(box, 0u);
}

int main() {
  constexpr int kBlocks = 4;
  unsigned *box = nullptr, *seen = nullptr, host[kBlocks] = {};
  if (cudaMalloc(&box, sizeof(unsigned)) != cudaSuccess) return 1;
  if (cudaMalloc(&seen, sizeof(host)) != cudaSuccess) return 1;
  if (cudaMemset(box, 0, sizeof(unsigned)) != cudaSuccess) return 1;
  vote_and_read<<<kBlocks, 1>>>(box, seen);
  if (cudaMemcpy(host, seen, sizeof(host), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int b = 0; b < kBlocks; ++b) printf("block %d read %u\n", b, host[b]);
  cudaFree(box);
  return cudaFree(seen);
}
