// Blocks of a cluster add what their neighbors hold in shared memory: clusters by an attribute of the
// host's launch, by __cluster_dims__, and in children. Grids that are no whole number of clusters,
// and a block that leaves while its neighbor still reads.
#include <cooperative_groups.h>

#include "../../modes.h"
#include "in_clusters.h"

namespace cg = cooperative_groups;

constexpr unsigned kThreads = 64;

/// out[block][thread] = the sum over the blocks of the cluster of 100 · block + thread.
__device__ void add_neighbors(int* out, bool stays) {
  __shared__ int own[kThreads];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
  cluster.sync();
  int sum = 0;
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
    sum += cluster.map_shared_rank(own, rank)[threadIdx.x];
  if (stays) cluster.sync();
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

__global__ void any_cluster(int* out) { add_neighbors(out, true); }
__global__ void __cluster_dims__(2) pairs(int* out) { add_neighbors(out, true); }
__global__ void __cluster_dims__(2) pairs_that_leave(int* out) { add_neighbors(out, false); }

__global__ void launch_pairs(int* out, unsigned blocks, int* error) {
  pairs<<<blocks, kThreads>>>(out);
  *error = cudaGetLastError();
}

struct Sums {
  int* out = nullptr;
  int* error = nullptr;

  Sums() {
    EXPECT_EQ(cudaMalloc(&out, 16 * kThreads * sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaMallocManaged(&error, sizeof(int)), cudaSuccess);
    *error = -1;
  }
  ~Sums() {
    EXPECT_EQ(cudaFree(out), cudaSuccess);
    EXPECT_EQ(cudaFree(error), cudaSuccess);
  }
  void expect(unsigned blocks, unsigned size) const {
    std::vector<int> sums(blocks * kThreads);
    EXPECT_EQ(cudaMemcpy(sums.data(), out, sums.size() * sizeof(int), cudaMemcpyDeviceToHost),
              cudaSuccess);
    for (unsigned i = 0; i < sums.size(); ++i) {
      int expected = 0;
      const unsigned first = i / kThreads / size * size;
      for (unsigned block = first; block < first + size; ++block)
        expected += 100 * block + i % kThreads;
      EXPECT_EQ(sums[i], expected);
    }
  }
};

void by_attribute() {
  const Sums sums;
  for (const unsigned size : {1u, 2u, 4u, 8u}) {
    cudaLaunchAttribute attribute{};
    const cudaLaunchConfig_t config = in_clusters(attribute, 8, kThreads, size);
    EXPECT_EQ(cudaLaunchKernelEx(&config, any_cluster, sums.out), cudaSuccess);
    sums.expect(8, size);
  }
}

void by_kernel() {
  const Sums sums;
  pairs<<<6, kThreads>>>(sums.out);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  sums.expect(6, 2);
}

void by_child() {
  const Sums sums;
  launch_pairs<<<1, 1>>>(sums.out, 4, sums.error);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*sums.error, cudaSuccess);
  sums.expect(4, 2);
}

/// 912, by the host and by a kernel.
void three_blocks() {
  const Sums sums;
  cudaLaunchAttribute attribute{};
  const cudaLaunchConfig_t config = in_clusters(attribute, 3, kThreads, 2);
  EXPECT_EQ(cudaLaunchKernelEx(&config, any_cluster, sums.out), 912);
  EXPECT_EQ(cudaGetLastError(), 912);
  pairs<<<3, kThreads>>>(sums.out);
  EXPECT_EQ(cudaGetLastError(), 912);
  launch_pairs<<<1, 1>>>(sums.out, 3, sums.error);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*sums.error, 912);
}

void leaves_too_early() {
  const Sums sums;
  pairs_that_leave<<<2, kThreads>>>(sums.out);
  cudaDeviceSynchronize();
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"by_attribute", by_attribute},
                   {"by_kernel", by_kernel},
                   {"by_child", by_child},
                   {"three_blocks", three_blocks},
                   {"leaves_too_early", leaves_too_early}});
}
