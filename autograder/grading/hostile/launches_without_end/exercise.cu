// Each thread launches two more grids that nobody waits for. On a card the time limit ends it.

#include "../parts/solves_after_attack.cu"

__global__ void breed() {
  breed<<<1, 1, 0, cudaStreamFireAndForget>>>();
  breed<<<1, 1, 0, cudaStreamFireAndForget>>>();
}

void attack() {
  breed<<<1, 1>>>();
  cudaDeviceSynchronize();
}
