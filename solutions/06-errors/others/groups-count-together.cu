// Lesson 06, otherwise: the threads that fail at the same moment form a group; one of them reserves
// the slots in the log for all, and the block counts the refused lists at its barrier. Fewer
// atomics when thousands fail at once; if nothing fails, it only costs barriers.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// before: // Launches send_list with
// While it exists, the thread's last error is that of the calls within; before and after, it is 0.
class CleanLastError {
 public:
  __device__ CleanLastError() { cudaGetLastError(); }
  __device__ ~CleanLastError() { cudaGetLastError(); }
  __device__ cudaError_t now() const { return cudaPeekAtLastError(); }
};

  // begin: check-the-launch
  const CleanLastError error;
  send_list<<<dim3(1), dim3(letters), 0, cudaStreamFireAndForget>>>(sent, first);
  return error.now();
  // end: check-the-launch

// before: __global__ void deliver(
// Whether the list was refused and sent by hand; false for a number past the last list.
__device__ bool goes_by_hand(int* by_child, int* by_thread, int list, int lists, int letters) {
  if (list >= lists) return false;
  const int first = list * letters;
  if (launch_checked(by_child, first, letters) == cudaSuccess) return false;
  send_by_hand(by_thread, first, letters);
  return true;
}

  // begin: nothing-is-lost
  // All threads of a block make the same number of turns, so that all reach the barrier.
  for (int turn = blockIdx.x * blockDim.x; turn < lists; turn += threads_in_grid()) {
    const bool by_hand = goes_by_hand(by_child, by_thread, turn + threadIdx.x, lists, letters);
    const int of_block = __syncthreads_count(by_hand);
    if (threadIdx.x == 0) atomicAdd(refused, of_block);
  }
  // end: nothing-is-lost

// begin: tell-the-host
// For the threads of the warp that come here together; the first reserves the slots for all.
__device__ void note_failure(Log log, int list, cudaError_t code) {
  const cg::coalesced_group failed = cg::coalesced_threads();
  int first = 0;
  if (failed.thread_rank() == 0) first = atomicAdd(log.count, static_cast<int>(failed.size()));
  const int place = failed.shfl(first, 0) + static_cast<int>(failed.thread_rank());
  if (place < log.capacity) log.failures[place] = Failure{list, code};
}

__global__ void send_and_log(int* sent, Log log, const int* lengths, int lists, int pitch) {
  const cg::grid_group grid = cg::this_grid();
  for (auto list = static_cast<int>(grid.thread_rank()); list < lists; list += grid.size()) {
    const cudaError_t code = launch_checked(sent, list * pitch, lengths[list]);
    if (code == cudaSuccess) continue;
    note_failure(log, list, code);
  }
}
// end: tell-the-host

  // begin: sticky-or-plain
  parent<<<blocks, 32>>>(what);
  cudaError_t heard = cudaGetLastError();
  if (heard == cudaSuccess) heard = cudaStreamSynchronize(nullptr);
  cudaGetLastError();
  parent<<<1, 1>>>(kWorks);  // a second try, without an error in it
  *sticky = cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
  return heard;
  // end: sticky-or-plain
