// Lesson 01, otherwise: one function template launches every kernel, through a pointer to it (K10),
// and returns the launch's error, so that no launch goes unchecked. Better if there are many
// launches; with one or two it only hides the <<<…>>> that a reader looks for.

// before: // ---- Task 1: every thread
// Launches `kernel` with one block of `threads` threads; returns that launch's error code.
template <class... Parameters, class... Arguments>
__device__ cudaError_t launch_block(void (*kernel)(Parameters...), int threads,
                                    Arguments... arguments) {
  kernel<<<1, threads>>>(arguments...);
  return cudaGetLastError();
}

  // begin: one-child-per-thread
  const int parent = thread_in_grid();
  if (parent >= parents) return;
  keep_error(launch_block(record_child, children, records, parent));
  // end: one-child-per-thread

// begin: every-kth-thread
// The child gets only its part of the array, not its position or the length of the whole array.
__global__ void claim_group(int* group, int size, int first) {
  if (threadIdx.x < size) group[threadIdx.x] = first;
}

__global__ void launch_from_every_kth(int* owner, int n, int k) {
  const int first = thread_in_grid();
  if (first >= n || first % k != 0) return;
  const int size = min(k, n - first);  // the last group may be cut short
  keep_error(launch_block(claim_group, k, owner + first, size, first));
}
// end: every-kth-thread

  // begin: launch-from-a-function
  return launch_block(fill_row, width, row, value);
  // end: launch-from-a-function

  // begin: down-to-a-level
  if (level == last_level) return;
  keep_error(launch_block(descend, blockDim.x, grids, level + 1, last_level));
  // end: down-to-a-level
