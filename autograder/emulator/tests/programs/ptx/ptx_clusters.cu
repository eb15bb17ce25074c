// Clusters by inline PTX: special registers, barrier.cluster, mapa, loads, stores and atomics on
// shared memory of a neighbor by its 32-bit address, as libraries write them.
#include <cuda_runtime.h>

#include <cstdint>

#include "../../expect.h"

__device__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}
__device__ void meet() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(4) exchange(unsigned* out) {
  __shared__ unsigned words[2];
  unsigned rank, count, cluster, clusters, explicit_size;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
  asm("mov.u32 %0, %%clusterid.x;" : "=r"(cluster));
  asm("mov.u32 %0, %%nclusterid.x;" : "=r"(clusters));
  asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(explicit_size));
  if (threadIdx.x == 0) words[0] = 10 * rank, words[1] = 0;
  meet();
  const auto here = static_cast<unsigned>(__cvta_generic_to_shared(words));
  unsigned sum = 0, before, owner;
  if (threadIdx.x == 0) {
    for (unsigned other = 0; other < count; ++other) {
      unsigned word;
      asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(word) : "r"(mapped(here, other)) : "memory");
      sum += word;
    }
  }
  const unsigned next = mapped(here, (rank + 1) % count);
  asm volatile("atom.shared::cluster.add.u32 %0, [%1+4], %2;"
               : "=r"(before) : "r"(next), "r"(1) : "memory");
  asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(next));
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  meet();
  if (threadIdx.x == 0) {
    unsigned* const mine = out + 6 * blockIdx.x;
    mine[0] = sum;
    mine[1] = words[1];
    mine[2] = owner;
    mine[3] = 100 * cluster + clusters;
    mine[4] = explicit_size;
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(next), "r"(7 * rank) : "memory");
  }
  meet();
  if (threadIdx.x == 0) out[6 * blockIdx.x + 5] = words[0];
}

int main() {
  unsigned* out;
  EXPECT_EQ(cudaMallocManaged(&out, 48 * sizeof(unsigned)), cudaSuccess);
  exchange<<<8, 64>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned block = 0; block < 8; ++block) {
    const unsigned* const mine = out + 6 * block;
    const unsigned rank = block % 4;
    EXPECT_EQ(mine[0], 60);
    EXPECT_EQ(mine[1], 64);
    EXPECT_EQ(mine[2], (rank + 1) % 4);
    EXPECT_EQ(mine[3], 100 * (block / 4) + 2);
    EXPECT_EQ(mine[4], 1);
    EXPECT_EQ(mine[5], 7 * ((rank + 3) % 4));
  }
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
