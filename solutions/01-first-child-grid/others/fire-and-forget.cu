// Lesson 01, otherwise: every child goes into the fire-and-forget stream, and threads get their
// numbers from cooperative groups. In the NULL stream of their block 64 children of 200 µs took
// 12.9 ms on an H200, here 0.21 ms. Worse only where one child needs what another wrote: nothing
// orders them (S6).

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

  // begin: one-child-per-thread
  const auto parent = static_cast<int>(cg::this_grid().thread_rank());
  if (parent < parents) {
    record_child<<<1, children, 0, cudaStreamFireAndForget>>>(records, parent);
    keep_error(cudaGetLastError());
  }
  // end: one-child-per-thread

// begin: every-kth-thread
__global__ void claim_group(int* owner, int first, int n) {
  const cg::thread_block group = cg::this_thread_block();
  for (int e = first + group.thread_rank(); e < n && e < first + group.size(); e += group.size()) {
    owner[e] = first;
  }
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const auto i = static_cast<int>(cg::this_grid().thread_rank());
  const bool has_element = i < n, leads_group = i % k == 0;
  if (!has_element || !leads_group) return;
  claim_group<<<dim3(1), dim3(k), 0, cudaStreamFireAndForget>>>(owner, i, n);
  keep_error(cudaGetLastError());
}
// end: every-kth-thread

  // begin: launch-from-a-function
  cudaGetLastError();  // an older error would be taken for this launch's
  fill_row<<<1, width, 0, cudaStreamFireAndForget>>>(row, value);
  return cudaPeekAtLastError();  // an error that stays is cleared before the thread's next launch
  // end: launch-from-a-function

  // begin: down-to-a-level
  const int below = level + 1;
  if (below > last_level) return;
  descend<<<gridDim, blockDim, 0, cudaStreamFireAndForget>>>(grids, below, last_level);
  keep_error(cudaGetLastError());
  // end: down-to-a-level
