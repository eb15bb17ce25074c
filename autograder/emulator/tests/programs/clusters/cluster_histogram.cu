// A histogram whose bins are spread over the shared memory of the blocks of a cluster: each block
// counts into its own bins and its neighbors' alike. Then a sum over a ring of blocks that hands
// values on through shared memory, and a barrier in two steps with work in between.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <vector>

#include "../../expect.h"
#include "in_clusters.h"

namespace cg = cooperative_groups;

constexpr int kBins = 64, kThreads = 128;

__global__ void histogram(const unsigned* values, int count, int* out) {
  extern __shared__ int bins[];
  const auto cluster = cg::this_cluster();
  const int mine = kBins / static_cast<int>(cluster.num_blocks());
  for (int i = threadIdx.x; i < mine; i += blockDim.x) bins[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int bin = values[i] % kBins;
    atomicAdd(cluster.map_shared_rank(bins, bin / mine) + bin % mine, 1);
  }
  cluster.sync();
  for (int i = threadIdx.x; i < mine; i += blockDim.x)
    atomicAdd(&out[cluster.block_rank() * mine + i], bins[i]);
}

/// Each block ends with the sum of all blocks' values.
__global__ void __cluster_dims__(4) ring(int* out) {
  __shared__ int inbox[2];
  __shared__ int spare[7];  // what only some blocks come to lies elsewhere in each
  auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  if (rank % 2 == 0 && threadIdx.x == 0) spare[3] = 1;
  int sum = 1 << (4 * rank), carried = sum;
  cluster.sync();
  for (unsigned step = 1; step < blocks; ++step) {
    if (threadIdx.x == 0)
      cluster.map_shared_rank(inbox, static_cast<int>((rank + 1) % blocks))[step % 2] = carried;
    cluster.sync();
    carried = inbox[step % 2];
    sum += carried;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
  if (threadIdx.x == 1) out[gridDim.x + blockIdx.x] = cluster.query_shared_rank(inbox);
  if (threadIdx.x == 2)
    out[2 * gridDim.x + blockIdx.x] = cluster.query_shared_rank(cluster.map_shared_rank(inbox, 3));
  cluster.sync();
}

__global__ void __cluster_dims__(2) two_steps(int* out) {
  __shared__ int theirs[kThreads];
  auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), t = threadIdx.x;
  cluster.sync();
  cluster.map_shared_rank(theirs, static_cast<int>(rank ^ 1))[t] = static_cast<int>(1000 * rank + t);
  auto token = cluster.barrier_arrive();
  int own = 0;
  for (unsigned i = 0; i <= t; ++i) own += static_cast<int>(i);  // meanwhile
  cluster.barrier_wait(std::move(token));
  out[blockIdx.x * kThreads + t] = own + theirs[t];
}

void try_histogram(unsigned cluster_size, const unsigned* values, int count, int* out) {
  EXPECT_EQ(cudaMemset(out, 0, kBins * sizeof(int)), cudaSuccess);
  cudaLaunchAttribute attribute{};
  cudaLaunchConfig_t config = in_clusters(attribute, 8, kThreads, cluster_size);
  config.dynamicSmemBytes = kBins / cluster_size * sizeof(int);
  EXPECT_EQ(cudaLaunchKernelEx(&config, histogram, values, count, out), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::vector<int> expected(kBins);
  for (int i = 0; i < count; ++i) ++expected[values[i] % kBins];
  for (int bin = 0; bin < kBins; ++bin) EXPECT_EQ(out[bin], expected[bin]);
}

int main() {
  constexpr int kCount = 5000;
  unsigned* values;
  int* out;
  EXPECT_EQ(cudaMallocManaged(&values, kCount * sizeof(unsigned)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&out, 1024 * sizeof(int)), cudaSuccess);
  unsigned state = 1;
  for (int i = 0; i < kCount; ++i) values[i] = (state = state * 1664525 + 1013904223) >> 13;
  for (unsigned size : {1u, 2u, 4u, 8u}) try_histogram(size, values, kCount, out);
  ring<<<8, 32>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int block = 0; block < 8; ++block) {
    EXPECT_EQ(out[block], 0x1111);
    EXPECT_EQ(out[8 + block], block % 4);
    EXPECT_EQ(out[16 + block], 3);
  }
  two_steps<<<4, kThreads>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4 * kThreads; ++i) {
    const int t = i % kThreads, rank = i / kThreads % 2;
    EXPECT_EQ(out[i], t * (t + 1) / 2 + 1000 * (rank ^ 1) + t);
  }
  EXPECT_EQ(cudaFree(values), cudaSuccess);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
