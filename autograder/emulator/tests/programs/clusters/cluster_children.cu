// Children in clusters: a kernel launches a grid with __cluster_dims__, whose blocks hand values on
// through shared memory, and whose threads partly leave before the others meet. Then functions
// instead of cooperative groups: __cluster_barrier_arrive and its kin.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "../../expect.h"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2) child(int* out, int base) {
  __shared__ int value;
  const auto cluster = cg::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  if (threadIdx.x == 0) value = base + rank;
  cluster.sync();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int other = 0; other < 4; ++other) sum += *cluster.map_shared_rank(&value, other);
    atomicAdd(&out[rank], sum);
  }
  if (threadIdx.x >= 16) return;  // who has exited is not waited for
  cluster.sync();
}

__global__ void parent(int* out) {
  child<<<dim3(4, 2), 32>>>(out, 10 * static_cast<int>(threadIdx.x));
  if (cudaGetLastError() != cudaSuccess) out[0] = -1000;
}

__global__ void __cluster_dims__(4) by_functions(unsigned* out) {
  __shared__ unsigned word;
  const unsigned rank = __clusterRelativeBlockRank();
  __cluster_barrier_arrive_relaxed();  // orders no memory, and need not: all have begun
  __cluster_barrier_wait();
  if (threadIdx.x == 0) word = 100 * rank;
  __threadfence_cluster();
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  const unsigned next = (rank + 1) % __clusterSizeInBlocks();
  const auto* theirs = static_cast<const unsigned*>(__cluster_map_shared_rank(&word, next));
  if (threadIdx.x == 0) {
    out[4 * blockIdx.x] = *theirs;
    out[4 * blockIdx.x + 1] = __cluster_query_shared_rank(theirs);
    out[4 * blockIdx.x + 2] = (__isClusterShared(theirs) != 0) + 2 * (__isClusterShared(out) != 0) +
                              4 * (__isCtaShared(&word) != 0);
    out[4 * blockIdx.x + 3] = __clusterIdx().x + 10 * __clusterGridDimInClusters().x +
                              100 * __clusterRelativeBlockIdx().x + 1000 * __clusterDim().x;
  }
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
}

int main() {
  int* out;
  unsigned* words;
  EXPECT_EQ(cudaMallocManaged(&out, 4 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&words, 32 * sizeof(unsigned)), cudaSuccess);
  for (int i = 0; i < 4; ++i) out[i] = 0;
  parent<<<1, 3>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], 2 * (6 + 46 + 86));
  by_functions<<<8, 32>>>(words);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned block = 0; block < 8; ++block) {
    const unsigned rank = block % 4, next = (rank + 1) % 4;
    EXPECT_EQ(words[4 * block], 100 * next);
    EXPECT_EQ(words[4 * block + 1], next);
    EXPECT_EQ(words[4 * block + 2], 5);
    EXPECT_EQ(words[4 * block + 3], block / 4 + 20 + 100 * rank + 4000);
  }
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  EXPECT_EQ(cudaFree(words), cudaSuccess);
  return failures();
}
