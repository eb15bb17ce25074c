// Where a block is in its cluster: indices, ranks and sizes, by __cluster_dims__ and by the launch's
// attribute, in one dimension and in two, and in a grid that has no clusters at all.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "../../expect.h"
#include "in_clusters.h"

namespace cg = cooperative_groups;

struct Seen {
  unsigned block_rank, blocks, threads, thread_rank, specified;
  uint3 block_index, cluster_index, thread_index;
  dim3 blocks_in_cluster, clusters, threads_in_cluster;
  unsigned long long cluster_rank, number_of_clusters;
  unsigned ctarank, nctarank;
};

__device__ uint3 index_of(dim3 v) { return {v.x, v.y, v.z}; }

__device__ void look(Seen* out) {
  const auto cluster = cg::this_cluster();
  const auto grid = cg::this_grid();
  const unsigned in_block = threadIdx.x + blockDim.x * threadIdx.y;
  if (in_block != blockDim.x * blockDim.y - 1) return;  // the last one of the block
  Seen& seen = out[blockIdx.x + gridDim.x * blockIdx.y];
  seen.block_rank = cluster.block_rank();
  seen.blocks = cluster.num_blocks();
  seen.threads = cluster.num_threads();
  seen.thread_rank = cluster.thread_rank();
  seen.block_index = index_of(cluster.block_index());
  seen.thread_index = index_of(cluster.thread_index());
  seen.blocks_in_cluster = cluster.dim_blocks();
  seen.threads_in_cluster = cluster.dim_threads();
  seen.clusters = grid.dim_clusters();
  seen.cluster_index = index_of(grid.cluster_index());
  seen.cluster_rank = grid.cluster_rank();
  seen.number_of_clusters = grid.num_clusters();
  seen.specified = __clusterDimIsSpecified();
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(seen.ctarank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(seen.nctarank));
}

__global__ void by_attribute(Seen* out) { look(out); }
__global__ void __cluster_dims__(2, 3) by_declaration(Seen* out) { look(out); }

void expect_shape(const Seen* out, dim3 grid, dim3 block, dim3 cluster, unsigned specified) {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned threads = block.x * block.y, blocks = cluster.x * cluster.y;
  for (unsigned y = 0; y < grid.y; ++y)
    for (unsigned x = 0; x < grid.x; ++x) {
      const Seen& seen = out[x + grid.x * y];
      const unsigned rank = x % cluster.x + cluster.x * (y % cluster.y);
      EXPECT_EQ(seen.block_rank, rank);
      EXPECT_EQ(seen.ctarank, rank);
      EXPECT_EQ(seen.blocks, blocks);
      EXPECT_EQ(seen.nctarank, blocks);
      EXPECT_EQ(seen.threads, blocks * threads);
      EXPECT_EQ(seen.thread_rank, rank * threads + threads - 1);
      EXPECT_EQ(seen.block_index.x, x % cluster.x);
      EXPECT_EQ(seen.block_index.y, y % cluster.y);
      EXPECT_EQ(seen.thread_index.x, x % cluster.x * block.x + block.x - 1);
      EXPECT_EQ(seen.thread_index.y, y % cluster.y * block.y + block.y - 1);
      EXPECT_EQ(seen.blocks_in_cluster.x, cluster.x);
      EXPECT_EQ(seen.blocks_in_cluster.y, cluster.y);
      EXPECT_EQ(seen.threads_in_cluster.x, cluster.x * block.x);
      EXPECT_EQ(seen.clusters.x, grid.x / cluster.x);
      EXPECT_EQ(seen.clusters.y, grid.y / cluster.y);
      EXPECT_EQ(seen.cluster_index.x, x / cluster.x);
      EXPECT_EQ(seen.cluster_index.y, y / cluster.y);
      EXPECT_EQ(seen.cluster_rank, x / cluster.x + grid.x / cluster.x * (y / cluster.y));
      EXPECT_EQ(seen.number_of_clusters, grid.x / cluster.x * (grid.y / cluster.y));
      EXPECT_EQ(seen.specified, specified);
    }
}

void try_attribute(Seen* out, dim3 grid, dim3 block, dim3 cluster) {
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = in_clusters(attribute, grid, block, cluster);
  EXPECT_EQ(cudaLaunchKernelEx(&config, by_attribute, out), cudaSuccess);
  expect_shape(out, grid, block, cluster, 1);
  void* arguments[] = {&out};
  EXPECT_EQ(cudaLaunchKernelExC(&config, (const void*)by_attribute, arguments), cudaSuccess);
  expect_shape(out, grid, block, cluster, 1);
}

int main() {
  Seen* out;
  EXPECT_EQ(cudaMallocManaged(&out, 64 * sizeof(Seen)), cudaSuccess);
  try_attribute(out, {8, 1}, {32, 1}, {4, 1});
  try_attribute(out, {8, 4}, {8, 3}, {2, 2});
  try_attribute(out, {6, 6}, {5, 1}, {3, 2});
  try_attribute(out, {4, 1}, {16, 1}, {1, 1});
  by_declaration<<<dim3(4, 6), dim3(4, 4)>>>(out);
  expect_shape(out, {4, 6}, {4, 4}, {2, 3}, 1);
  by_attribute<<<dim3(3, 2), 32>>>(out);
  expect_shape(out, {3, 2}, {32, 1}, {1, 1}, 0);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
