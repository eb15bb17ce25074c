  // begin: one-child-per-thread
  const int parent = blockIdx.x * blockDim.x + threadIdx.x;
  if (parent < parents) {
    record_child<<<1, children>>>(records, parent);
    keep_error(cudaGetLastError());
  }
  // end: one-child-per-thread

// begin: every-kth-thread
__global__ void claim_group(int* owner, int first, int n) {
  const int element = first + threadIdx.x;
  if (element < n) owner[element] = first;  // the last group may be cut short
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % k == 0) {
    claim_group<<<1, k>>>(owner, i, n);
    keep_error(cudaGetLastError());
  }
}
// end: every-kth-thread

  // begin: launch-from-a-function
  fill_row<<<1, width>>>(row, value);
  return cudaGetLastError();
  // end: launch-from-a-function

  // begin: down-to-a-level
  if (level < last_level) {
    descend<<<1, blockDim.x>>>(grids, level + 1, last_level);
    keep_error(cudaGetLastError());
  }
  // end: down-to-a-level
