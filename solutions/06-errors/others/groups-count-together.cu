// Lesson 06, otherwise: the threads that fail at the same moment form a group; one of them takes
// the places in the log for all, and the number of refused lists is counted by the block at its
// barrier. Fewer atomics when thousands fail at once; while nothing fails it only costs barriers.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

namespace cg = cooperative_groups;

template <typename T>
cudaError_t copy_back(T* to, const DeviceArray<T>& from, size_t count) {
  return cudaMemcpy(to, from.data, sizeof(T) * count, cudaMemcpyDeviceToHost);
}

__device__ int threads_in_grid() { return gridDim.x * blockDim.x; }

// A letter that is sent twice is as bad as a letter that is never sent: so each is counted.
__global__ void send_list(int* sent, int first) { atomicAdd(&sent[first + threadIdx.x], 1); }

// The same, without a child: the calling thread sends one letter after another.
__device__ void send_by_hand(int* sent, int first, int letters) {
  for (int i = 0; i < letters; ++i) atomicAdd(&sent[first + i], 1);
}

// ---- Task 1: a launch, and the error of just this launch ----------------------------------------

// While it lives the thread's last error is that of the calls within; before and behind it is 0.
class CleanLastError {
 public:
  __device__ CleanLastError() { cudaGetLastError(); }
  __device__ ~CleanLastError() { cudaGetLastError(); }
  __device__ cudaError_t now() const { return cudaPeekAtLastError(); }
};

// Launches send_list with one block of `letters` threads into the fire-and-forget stream; returns
// what CUDA said to this launch.
__device__ cudaError_t launch_checked(int* sent, int first, int letters) {
  // begin: check-the-launch
  const CleanLastError error;
  send_list<<<dim3(1), dim3(letters), 0, cudaStreamFireAndForget>>>(sent, first);
  return error.now();
  // end: check-the-launch
}

__global__ void send_each(int* sent, int* codes, int* left, const int* lengths, int lists,
                          int pitch) {
  // A buffer would be welcome, but the thread can do without: on a heap of 8 MB the call fails.
  char* buffer = nullptr;
  if (cudaMalloc(&buffer, size_t{64} << 20) != cudaSuccess) buffer = nullptr;
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid()) {
    codes[list] = launch_checked(sent, list * pitch, lengths[list]);
  }
  left[thread_in_grid()] = cudaPeekAtLastError();
  if (buffer != nullptr) cudaFree(buffer);
}

extern "C" int send_lists(int* sent, int* codes, int* left, const int* lengths, int lists,
                          int pitch) {
  constexpr int kThreads = 4;
  const size_t letters = size_t{1} * lists * pitch;
  DeviceArray<int> device_sent, device_codes, device_left, device_lengths;
  TRY(cudaMalloc(&device_sent.data, sizeof(int) * letters));
  TRY(cudaMalloc(&device_codes.data, sizeof(int) * lists));
  TRY(cudaMalloc(&device_left.data, sizeof(int) * kThreads));
  TRY(cudaMalloc(&device_lengths.data, sizeof(int) * lists));
  TRY(cudaMemset(device_sent.data, 0, sizeof(int) * letters));
  TRY(cudaMemcpy(device_lengths.data, lengths, sizeof(int) * lists, cudaMemcpyHostToDevice));
  send_each<<<2, kThreads / 2>>>(device_sent.data, device_codes.data, device_left.data,
                                 device_lengths.data, lists, pitch);
  TRY(cudaGetLastError());
  TRY(copy_back(sent, device_sent, letters));
  TRY(copy_back(left, device_left, kThreads));
  return copy_back(codes, device_codes, lists);
}

// ---- Task 2: when the pool is full --------------------------------------------------------------

// Whether the list found no child and went by hand; a list beyond the last did neither.
__device__ bool goes_by_hand(int* by_child, int* by_thread, int list, int lists, int letters) {
  if (list >= lists) return false;
  const int first = list * letters;
  if (launch_checked(by_child, first, letters) == cudaSuccess) return false;
  send_by_hand(by_thread, first, letters);
  return true;
}

__global__ void deliver(int* by_child, int* by_thread, int* refused, int lists, int letters) {
  // begin: nothing-is-lost
  // All threads of a block make the same number of turns, so that all meet at the barrier.
  for (int turn = blockIdx.x * blockDim.x; turn < lists; turn += threads_in_grid()) {
    const bool by_hand = goes_by_hand(by_child, by_thread, turn + threadIdx.x, lists, letters);
    const int of_block = __syncthreads_count(by_hand);
    if (threadIdx.x == 0) atomicAdd(refused, of_block);
  }
  // end: nothing-is-lost
}

extern "C" int deliver_lists(int* by_child, int* by_thread, int* refused, int lists, int letters,
                             int pool) {
  const size_t all = size_t{1} * lists * letters;
  DeviceArray<int> device_by_child, device_by_thread, device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(cudaMalloc(&device_by_child.data, sizeof(int) * all));
  TRY(cudaMalloc(&device_by_thread.data, sizeof(int) * all));
  TRY(cudaMalloc(&device_refused.data, sizeof(int)));
  TRY(cudaMemset(device_by_child.data, 0, sizeof(int) * all));
  TRY(cudaMemset(device_by_thread.data, 0, sizeof(int) * all));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  deliver<<<2, 64>>>(device_by_child.data, device_by_thread.data, device_refused.data, lists,
                     letters);
  TRY(cudaGetLastError());
  TRY(copy_back(by_child, device_by_child, all));
  TRY(copy_back(by_thread, device_by_thread, all));
  return copy_back(refused, device_refused, 1);
}

// ---- Task 3: a log that the host can read -------------------------------------------------------

struct Log {
  Failure* failures;  // room for `capacity` of them
  int* count;         // of all failures, 0 at first
  int capacity;
};

// begin: tell-the-host
// For those threads of the warp that come here together; the first takes the places for all.
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

extern "C" int log_failures(int* sent, Failure* failures, int* count, int capacity,
                            const int* lengths, int lists, int pitch, int pool) {
  const size_t letters = size_t{1} * lists * pitch;
  DeviceArray<int> device_sent, device_lengths, device_count;
  DeviceArray<Failure> device_failures;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(cudaMalloc(&device_sent.data, sizeof(int) * letters));
  TRY(cudaMalloc(&device_lengths.data, sizeof(int) * lists));
  TRY(cudaMalloc(&device_count.data, sizeof(int)));
  TRY(cudaMalloc(&device_failures.data, sizeof(Failure) * capacity));
  TRY(cudaMemset(device_sent.data, 0, sizeof(int) * letters));
  TRY(cudaMemset(device_count.data, 0, sizeof(int)));
  TRY(cudaMemset(device_failures.data, 0xff, sizeof(Failure) * capacity));
  TRY(cudaMemcpy(device_lengths.data, lengths, sizeof(int) * lists, cudaMemcpyHostToDevice));
  const Log log{device_failures.data, device_count.data, capacity};
  send_and_log<<<2, 64>>>(device_sent.data, log, device_lengths.data, lists, pitch);
  TRY(cudaGetLastError());
  TRY(copy_back(sent, device_sent, letters));
  TRY(copy_back(failures, device_failures, capacity));
  return copy_back(count, device_count, 1);
}

// ---- Task 4: what the host hears, and whether it stays ------------------------------------------

__device__ int somewhere;

__global__ void child(Behaviour what, int* target) {
  if (what == kTraps) __trap();
  *target = 1;
}

__global__ void parent(Behaviour what) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  child<<<1, what == kIsRefused ? 2048 : 1>>>(what, what == kFollowsNull ? nullptr : &somewhere);
  if (cudaGetLastError() != cudaSuccess) somewhere = 2;  // known here, and nowhere else (R3)
}

extern "C" int judge_child(int* sticky, Behaviour what, int blocks) {
  *sticky = 0;
  // begin: sticky-or-plain
  parent<<<blocks, 32>>>(what);
  cudaError_t heard = cudaGetLastError();
  if (heard == cudaSuccess) heard = cudaStreamSynchronize(nullptr);
  cudaGetLastError();
  parent<<<1, 1>>>(kWorks);  // a second try, with nothing wrong in it
  *sticky = cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
  return heard;
  // end: sticky-or-plain
}
