// Blocks of a cluster reach each other's shared memory (K14): their barrier orders what they do
// with it, and no block may end while another still uses its memory.
#include "case.h"

constexpr int kThreads = 64;

/// A grid of `blocks` blocks in clusters of `size`.
template <class Kernel>
void launch_clusters(unsigned blocks, unsigned size, Kernel* kernel, int* out) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = size;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = kThreads;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, out);
}

__device__ unsigned next_rank() {
  const auto cluster = cg::this_cluster();
  return (cluster.block_rank() + 1) % cluster.num_blocks();
}

template <bool kBarrier>
__global__ void read_after_writing(int* out) {
  __shared__ int s[kThreads];
  const auto cluster = cg::this_cluster();
  const unsigned t = threadIdx.x;
  s[t] = 1;
  cluster.sync();
  s[t] = blockIdx.x * 100 + t;                                        //! race
  if (kBarrier) cluster.sync();
  out[blockIdx.x * kThreads + t] = cluster.map_shared_rank(s, next_rank())[t];  //! race
  cluster.sync();
}
PAIR(barrier_of_a_cluster) { launch_clusters(4, 2, read_after_writing<kRight>, zeros()); }

template <bool kOfCluster>
__global__ void wrong_barrier(int* out) {
  __shared__ int s[kThreads];
  const auto cluster = cg::this_cluster();
  const unsigned t = threadIdx.x;
  s[t] = 1;
  cluster.sync();
  s[kThreads - 1 - t] = t;                                            //! race
  if (kOfCluster) {
    cluster.sync();
  } else {
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = cluster.map_shared_rank(s, next_rank())[t];  //! race
  cluster.sync();
}
PAIR(barrier_of_a_block_is_too_narrow) { launch_clusters(4, 4, wrong_barrier<kRight>, zeros()); }

// What comes between arriving and waiting is ordered by neither.
template <bool kBefore>
__global__ void in_two_steps(int* out) {
  __shared__ int s[kThreads];
  auto cluster = cg::this_cluster();
  const unsigned t = threadIdx.x;
  s[t] = 1;
  cluster.sync();
  int* const next = cluster.map_shared_rank(s, next_rank());
  if (kBefore) next[t] = t;
  auto token = cluster.barrier_arrive();
  if (!kBefore) next[t] = t;                //! race
  cluster.barrier_wait(std::move(token));
  out[blockIdx.x * kThreads + t] = s[t];    //! race
  cluster.sync();
}
PAIR(arrive_then_wait) { launch_clusters(4, 2, in_two_steps<kRight>, zeros()); }

template <bool kAtomic>
__global__ void histogram(int* out) {
  __shared__ int bins[4];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  cluster.sync();
  int* const target = cluster.map_shared_rank(bins, threadIdx.x % cluster.num_blocks());
  if (kAtomic)
    atomicAdd(&target[blockIdx.x % 4], 1);
  else
    target[blockIdx.x % 2] += 1;            //! race
  cluster.sync();
  if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = bins[threadIdx.x];
}
PAIR(atomics_on_a_neighbours_memory) { launch_clusters(8, 4, histogram<kRight>, zeros()); }

template <bool kStays>
__global__ void leaves(int* out) {
  __shared__ int s[kThreads];
  const auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * kThreads + threadIdx.x] = cluster.map_shared_rank(s, next_rank())[threadIdx.x];  //! left-cluster
  if (kStays) cluster.sync();
}
PAIR(stays_until_all_have_read) { launch_clusters(4, 2, leaves<kRight>, zeros()); }

template <bool kStays>
__global__ void is_written_when_gone(int* out) {
  __shared__ int s;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) s = 0;
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    atomicAdd(cluster.map_shared_rank(&s, 1), 1);  //! left-cluster
  if (kStays) {
    cluster.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = s;
  }
}
PAIR(stays_until_all_have_written) { launch_clusters(2, 2, is_written_when_gone<kRight>, zeros()); }

// A thread that has exited is not waited for, and what it did is not ordered either.
template <bool kComes>
__global__ void exits_early(int* out) {
  __shared__ int s[kThreads];
  const auto cluster = cg::this_cluster();
  s[threadIdx.x] = 0;
  cluster.sync();
  if (threadIdx.x == 5) s[5] = 7;                                                       //! race
  if (!kComes && threadIdx.x == 5) return;
  cluster.sync();
  if (threadIdx.x == 6) out[blockIdx.x] = cluster.map_shared_rank(s, next_rank())[5];   //! race
  cluster.sync();
}
PAIR(comes_to_the_barrier) { launch_clusters(2, 2, exits_early<kRight>, zeros()); }

template <bool kInRange>
__global__ void ranks(int* out) {
  __shared__ int s;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) s = 3;
  cluster.sync();
  const int rank = kInRange ? cluster.block_rank() ^ 1 : 2;
  if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&s, rank);  //! device-api
  cluster.sync();
}
PAIR(ranks_end_with_the_cluster) { launch_clusters(2, 2, ranks<kRight>, zeros()); }

template <bool kTwoSteps>
__global__ void arrives_twice(int* out) {
  auto cluster = cg::this_cluster();
  (void)cluster.barrier_arrive();
  if (kTwoSteps) cluster.barrier_wait();
  (void)cluster.barrier_arrive();      //! device-api
  cluster.barrier_wait();
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}
PAIR(waits_after_each_arrival) { launch_clusters(2, 2, arrives_twice<kRight>, zeros()); }
