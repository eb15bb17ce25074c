// Macros of one letter, given on the command line: -DN=96 -DV -DX=3 -DK=k -UY. Programs take their
// sizes and types from them, and CUDA's headers must not.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

#include "../../expect.h"

namespace cg = cooperative_groups;

__device__ int seven = 7;

// Nothing but one volatile variable.
__global__ void only_reads() { volatile char c = seven; }

__global__ void K(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  out[block.thread_rank()] = tile.shfl(static_cast<int>(block.thread_rank()), 0) * X;
}

int main() {
#if !defined(V) || V != 1 || defined(Y)
  EXPECT(false);
#endif
  int* out;
  EXPECT_EQ(cudaMallocManaged(&out, N * sizeof(int)), cudaSuccess);
  only_reads<<<1, 1>>>();
  K<<<1, N>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < N; ++i) EXPECT_EQ(out[i], i / 32 * 32 * X);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
