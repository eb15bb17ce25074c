// Computes the result on the host and launches one grid per number with that many blocks. The grid writes
// down how many blocks it has.
#include "../parts/hands_over_to_fill.cu"

__global__ void store(unsigned* to) {
  if (threadIdx.x == 0 && blockIdx.x == 0) *to = gridDim.x - 1;
}

int tell(unsigned* to, int n) {
  for (int i = 0; i < n; ++i) {
    store<<<2 * i + 1, 1>>>(to + i);
    TRY(cudaGetLastError());
  }
  return 0;
}
