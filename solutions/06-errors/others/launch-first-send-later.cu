// Lesson 06, otherwise: a thread first launches up to 32 of its lists and remembers in bits which
// were refused; only then does it send those by hand, while the children of the others may already
// run. Better if sending by hand takes long; otherwise a second loop without gain. The host
// launches by cudaLaunchKernelEx, which returns its error.

  // begin: check-the-launch
  static_cast<void>(cudaGetLastError());  // clears the error of an earlier call (R7)
  send_list<<<1, letters, 0, cudaStreamFireAndForget>>>(sent, first);
  const cudaError_t of_this = cudaGetLastError();
  return of_this;
  // end: check-the-launch

// before: __global__ void deliver(
constexpr int kTurns = 32;  // lists that a thread launches before it sends any: an unsigned's bits

// The calling thread's lists from `list` on, at most kTurns of them; bit t is set if it was
// refused.
__device__ unsigned launch_turns(int* by_child, int list, int lists, int letters) {
  unsigned refused = 0;
  for (int turn = 0; turn < kTurns && list < lists; ++turn, list += threads_in_grid()) {
    if (launch_checked(by_child, list * letters, letters) != cudaSuccess) refused |= 1u << turn;
  }
  return refused;
}

  // begin: nothing-is-lost
  for (int list = thread_in_grid(); list < lists; list += kTurns * threads_in_grid()) {
    unsigned left = launch_turns(by_child, list, lists, letters);
    if (left != 0) atomicAdd(refused, __popc(left));
    for (; left != 0; left &= left - 1) {  // clears the lowest bit
      const int turn = __ffs(left) - 1;
      send_by_hand(by_thread, (list + turn * threads_in_grid()) * letters, letters);
    }
  }
  // end: nothing-is-lost

// begin: tell-the-host
__device__ void note_failure(Log log, int list, cudaError_t code) {
  if (const int place = atomicAdd(log.count, 1); place < log.capacity) {
    log.failures[place] = {list, code};
  }
}

__global__ void send_and_log(int* sent, Log log, const int* lengths, int lists, int pitch) {
  int list = thread_in_grid();
  while (list < lists) {
    switch (const cudaError_t code = launch_checked(sent, pitch * list, lengths[list])) {
      case cudaSuccess:
        break;
      default:
        note_failure(log, list, code);
    }
    list += threads_in_grid();
  }
}
// end: tell-the-host

  // begin: sticky-or-plain
  cudaLaunchConfig_t shape{};
  shape.gridDim = dim3(blocks);
  shape.blockDim = dim3(32);
  cudaError_t heard = cudaLaunchKernelEx(&shape, parent, what);
  if (heard == cudaSuccess) heard = cudaStreamSynchronize(nullptr);
  cudaGetLastError();
  void* little = nullptr;  // a call that would fail after a sticky error
  const cudaError_t later = cudaMalloc(&little, 1);
  *sticky = later == cudaSuccess ? 0 : 1;
  cudaFree(little);
  return heard;
  // end: sticky-or-plain
