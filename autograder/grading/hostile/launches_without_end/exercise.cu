// Each thread launches two more grids, without end. On a card, the time limit ends the program.

#include "../parts/solves_after_attack.cu"

__global__ void breed() {
  breed<<<1, 1, 0, cudaStreamFireAndForget>>>();
  breed<<<1, 1, 0, cudaStreamFireAndForget>>>();
}

void attack() {
  breed<<<1, 1>>>();
  cudaDeviceSynchronize();
}
