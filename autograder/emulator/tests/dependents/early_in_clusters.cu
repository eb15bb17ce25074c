// Two attributes at once: clusters, and an early start. A wait of one block, and cluster.sync() after
// it, order the whole cluster; __syncthreads() only orders that block.
#include <cooperative_groups.h>

#include "../modes.h"
#include "early.h"

namespace cg = cooperative_groups;

constexpr int kBlocks = 4, kThreads = 32, kCount = kBlocks * kThreads;

__global__ void producer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x + 1;
}

__global__ void one_block_waits(const int* data, int* out) {
  __shared__ int copy[kThreads];
  cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (cluster.block_rank() == 0) cudaGridDependencySynchronize();
  cluster.sync();
  copy[threadIdx.x] = data[i];
  cluster.sync();
  const int* neighbor = cluster.map_shared_rank(copy, cluster.block_rank() ^ 1);
  out[i] = neighbor[threadIdx.x];
  cluster.sync();
}

__global__ void barrier_too_narrow(const int* data, int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (cluster.block_rank() == 0) cudaGridDependencySynchronize();
  __syncthreads();
  out[i] = data[i];
  cluster.sync();
}

template <class Kernel>
int* launch(Kernel* kernel) {
  int *data = zeros(kCount), *out = zeros(kCount);
  producer<<<kBlocks, kThreads>>>(data);
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = 1;
  attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(kBlocks);
  config.blockDim = dim3(kThreads);
  config.attrs = attributes;
  config.numAttrs = 2;
  EXPECT_EQ(cudaLaunchKernelEx(&config, kernel, data, out), cudaSuccess);
  return out;
}

void right() {
  int* out = launch(one_block_waits);
  EXPECT_EQ(wrong_values(out, kCount, [](int i) { return (i / kThreads ^ 1) + 1; }), 0);
}

void narrow() { values(launch(barrier_too_narrow), kCount); }

int main(int count, char** arguments) {
  return run_mode(count, arguments, {{"right", right}, {"narrow", narrow}});
}
