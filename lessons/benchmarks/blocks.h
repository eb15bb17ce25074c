// What the threads of a block find out together: sums, and whether theirs is the last block.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// For each thread of a block of kThreads the sum of `mine` before it, and of all.
template <int kThreads, typename T>
__device__ T sum_before(T mine, T& all) {
  __shared__ T sums[kThreads / 32];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  T before = cg::exclusive_scan(warp, mine, cg::plus<T>());
  __syncthreads();  // all have read what an earlier call left
  if (warp.thread_rank() == 31) sums[threadIdx.x / 32] = before + mine;
  __syncthreads();
  all = 0;
  for (int i = 0; i < kThreads / 32; ++i) {
    if (i == threadIdx.x / 32) before += all;
    all += sums[i];
  }
  return before;
}

// True in all threads of the last of `blocks` blocks, which then see what all blocks wrote.
__device__ bool block_is_last(unsigned* finished, unsigned blocks) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(finished, blocks - 1) == blocks - 1;
    __threadfence();
  }
  __syncthreads();
  return last;
}
