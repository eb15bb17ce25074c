  // begin: an-order
  const bool a_is_number = a == a, b_is_number = b == b;
  return a < b || (a_is_number && !b_is_number);
  // end: an-order

// begin: sort-in-a-block
// One round. Each pair of elements belongs to one thread.
__device__ void compare_pairs(float* values, int n, int mask) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int j = i ^ mask;
    // An index past the end counts as a value larger than all others: it never moves.
    if (i < j && j < n && before(values[j], values[i])) exchange(values[i], values[j]);
  }
  __syncthreads();
}

__device__ void sort_by_block(float* values, int n) {
  for (int size = 2; size / 2 < n; size *= 2) {
    compare_pairs(values, n, size - 1);
    for (int mask = size / 4; mask > 0; mask /= 2) compare_pairs(values, n, mask);
  }
}
// end: sort-in-a-block

  // begin: split-in-three
  __shared__ int less, same, more;
  if (threadIdx.x == 0) {
    less = same = 0;
    more = n;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (before(values[i], pivot)) scratch[atomicAdd(&less, 1)] = values[i];
    if (before(pivot, values[i])) scratch[atomicSub(&more, 1) - 1] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (equal(values[i], pivot)) scratch[less + atomicAdd(&same, 1)] = values[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = scratch[i];
  __syncthreads();
  return {less, more};
  // end: split-in-three

// begin: hand-over
// One thread. Launches a grid for these values if that is worth it; false if it launched none.
__device__ bool launch_for(Job job, int first, int n, int depth) {
  if (n <= kSmall || depth == job.deepest) return false;
  quicksort<<<1, kBlock, 0, cudaStreamFireAndForget>>>(job, first, n, depth + 1);
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(job.refused, 1);
  return false;
}

__device__ void hand_over(Job job, int first, int n, int depth) {
  __shared__ bool launched;
  if (threadIdx.x == 0) launched = launch_for(job, first, n, depth);
  __syncthreads();
  const bool by_child = launched;
  __syncthreads();  // all have read it: it may be used for the next part
  if (!by_child) sort_by_block(job.values + first, n);
}
// end: hand-over

  // begin: split-and-hand-over
  float* values = job.values + first;
  if (n <= kSmall) return sort_by_block(values, n);
  const float pivot = choose_pivot(values, n);
  const Parts parts = split_by_block(values, job.scratch + first, n, pivot);
  hand_over(job, first, parts.less, depth);
  hand_over(job, first + parts.more, n - parts.more, depth);
  // end: split-and-hand-over
