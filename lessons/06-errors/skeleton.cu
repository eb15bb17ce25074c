// Lesson 06: what goes wrong in a launch, where the error is reported, and what to do then.
//
// A launch that fails sets the last error of its own thread, and of no other (R1, R3).
// A child that fails is reported to the host, and to no thread (R5).
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

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

// Launches send_list with one block of `letters` threads into the fire-and-forget stream; returns
// the error code of this launch.
__device__ cudaError_t launch_checked(int* sent, int first, int letters) {
  // begin: check-the-launch
  // TODO(check-the-launch): launch send_list with one block of `letters` threads into
  // cudaStreamFireAndForget and return the error code of this launch. Must hold whatever earlier
  // calls and launches of this thread returned, and must leave no error for later ones.
  return cudaSuccess;
  // end: check-the-launch
}

__global__ void send_each(int* sent, int* codes, int* left, const int* lengths, int lists,
                          int pitch) {
  // The thread asks for a buffer but can work without one: on a heap of 8 MB the call fails.
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

__global__ void deliver(int* by_child, int* by_thread, int* refused, int lists, int letters) {
  // begin: nothing-is-lost
  // TODO(nothing-is-lost): send each list with launch_checked, and with send_by_hand if that is
  // refused; add 1 to *refused for each list sent by hand. The threads share the lists as those of
  // send_each do. Every letter must be sent exactly once, however full the pool is.
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
  int* count;         // number of all failures, 0 at first
  int capacity;
};

// begin: tell-the-host
// TODO(tell-the-host): in send_and_log launch a child for each list, as send_each does, and call
// note_failure for every launch that failed. In note_failure get an entry of the log with
// atomicAdd, and write the failure there. Count all failures, those beyond the log's capacity, too.
__device__ void note_failure(Log log, int list, cudaError_t code) {}

__global__ void send_and_log(int* sent, Log log, const int* lengths, int lists, int pitch) {}
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

// ---- Task 4: which error the host gets, and whether it is sticky --------------------------------

__device__ int somewhere;

__global__ void child(Behavior what, int* target) {
  if (what == kTraps) __trap();
  *target = 1;
}

__global__ void parent(Behavior what) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  child<<<1, what == kIsRefused ? 2048 : 1>>>(what, what == kFollowsNull ? nullptr : &somewhere);
  if (cudaGetLastError() != cudaSuccess) somewhere = 2;  // known here, and nowhere else (R3)
}

extern "C" int judge_child(int* sticky, Behavior what, int blocks) {
  *sticky = 0;
  // begin: sticky-or-plain
  // TODO(sticky-or-plain): launch parent with `blocks` blocks of 32 threads, wait for it and its
  // child, and return the first error that the host gets. Set *sticky to 1 if that error is
  // sticky: clear it with cudaGetLastError, then see whether a good call still succeeds.
  return cudaSuccess;
  // end: sticky-or-plain
}
