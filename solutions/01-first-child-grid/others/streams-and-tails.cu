// Lesson 01, otherwise: children in streams of their own threads, a recursion through the tail
// stream. A link of a chain of tails frees its slot (T10): 100,000 ran on an H200, while nested
// grids end at level 2,048. But the tails of a grid run one by one (T3): a wide tree is slower.

  // begin: one-child-per-thread
  // A loop that steps by the whole grid is right for any number of blocks.
  for (int parent = thread_in_grid(); parent < parents; parent += gridDim.x * blockDim.x) {
    record_child<<<1, children, 0, cudaStreamPerThread>>>(records, parent);
    keep_error(cudaGetLastError());
  }
  // end: one-child-per-thread

// begin: every-kth-thread
// The one argument of a child: the elements first … end - 1.
struct Group {
  int first, end;
};

__global__ void claim_group(int* owner, Group group) {
  int* const mine = &owner[group.first + threadIdx.x];
  if (mine < &owner[group.end]) *mine = group.first;
}

__device__ void launch_group(int* owner, Group group, int threads) {
  claim_group<<<1, threads, 0, cudaStreamPerThread>>>(owner, group);
  keep_error(cudaGetLastError());
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int i = thread_in_grid();
  if (i < n && i == i / k * k) launch_group(owner, {i, min(i + k, n)}, k);
}
// end: every-kth-thread

  // begin: launch-from-a-function
  fill_row<<<1, width, 0, cudaStreamPerThread>>>(row, value);
  const cudaError_t said = cudaGetLastError();
  return said;
  // end: launch-from-a-function

  // begin: down-to-a-level
  const bool is_last = level >= last_level;
  if (!is_last) {
    descend<<<1, blockDim, 0, cudaStreamTailLaunch>>>(grids, level + 1, last_level);
    keep_error(cudaGetLastError());
  }
  // end: down-to-a-level
