#pragma once

namespace fan {

/// `work` with one thread for each of `n` items.
template <class Work>
__global__ void each(Work work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) work(i);
}

/// Launches `each` from one thread of a kernel, and from no other thread of its block.
template <class Work>
__device__ void launch_each(Work work, int n) {
  if (threadIdx.x == 0) each<<<(n + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(work, n);
}

}  // namespace fan
