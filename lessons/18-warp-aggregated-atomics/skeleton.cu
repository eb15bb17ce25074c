// Lesson 18: lanes that do the same thing let one of them do it for all: one atomic, one launch.
//
// Lanes that share an atomic need three numbers: how many they are, which lane acts for all, and
// which of them each lane is. A mask has all three.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffff;

__device__ int lane_number() { return threadIdx.x % 32; }

// Hands out places, and counts how often it was asked.
struct Counter {
  int taken, calls;
};

// The first of `n` places that no other caller gets.
__device__ int take(Counter* counter, int n) {
  atomicAdd(&counter->calls, 1);
  return atomicAdd(&counter->taken, n);
}

// ---- Task 1: one atomic per warp ----------------------------------------------------------------

// The same with one atomic per lane:
//   if (keeps) kept[take(counter, 1)] = values[i];
__global__ void keep(int* kept, Counter* counter, const int* values, int n, int divisor) {
  const int i = thread_in_grid(), lane = lane_number();
  const bool keeps = i < n && values[i] % divisor == 0;
  // begin: one-atomic-a-warp
  // TODO(one-atomic-a-warp): write values[i] of each lane that keeps into its own place of kept.
  // One lane of the warp calls take once for all that keep, and tells the others. Warps in which
  // no lane keeps do not call it. Must hold for any n.
  // end: one-atomic-a-warp
}

constexpr int kBlock = 80;  // two full warps and a half

extern "C" int keep_multiples(int* kept, int* count, int* atomics, const int* values, int n,
                              int divisor) {
  DeviceArray<int> device, device_values;
  DeviceArray<Counter> counter;
  const Counter start{0, 0};
  Counter end{};
  TRY(device.allocate(n));
  TRY(device_values.copy_of(values, n));
  TRY(counter.copy_of(&start, 1));
  TRY(cudaMemset(device.data, 0xff, sizeof(int) * n));
  keep<<<(n + kBlock - 1) / kBlock, kBlock>>>(device.data, counter.data, device_values.data, n,
                                              divisor);
  TRY(cudaGetLastError());
  TRY(device.copy_to(kept, n));
  TRY(counter.copy_to(&end, 1));
  *count = end.taken;
  *atomics = end.calls;
  return cudaSuccess;
}

// ---- Task 2: the lanes that are here ------------------------------------------------------------

// Gives each calling lane its place. It may be called anywhere: in branches, in loops, by lanes
// while the other lanes of the warp are somewhere else.
__device__ int next_place(Counter* counter) {
  const int lane = lane_number();
  // begin: whoever-is-here
  // TODO(whoever-is-here): return to each lane that calls its own place, with one call of take
  // for all lanes that are here together. Which lanes call is not known beforehand, and no lane may
  // wait for lanes that do not call.
  return -1;
  // end: whoever-is-here
}

__global__ void note(int* noted, Counter* counter, const int* numbers, int room) {
  for (int n = numbers[threadIdx.x]; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
    if (n % 4 != 1) continue;
    const int place = next_place(counter);
    if (place >= 0 && place < room) noted[place] = n;
  }
  __syncthreads();
}

extern "C" int note_numbers(int* noted, int* count, int* atomics, const int* numbers, int threads,
                            int room) {
  DeviceArray<int> device, device_numbers;
  DeviceArray<Counter> counter;
  const Counter start{0, 0};
  Counter end{};
  TRY(device.allocate(room));
  TRY(device_numbers.copy_of(numbers, threads));
  TRY(counter.copy_of(&start, 1));
  TRY(cudaMemset(device.data, 0xff, sizeof(int) * room));
  note<<<1, threads>>>(device.data, counter.data, device_numbers.data, room);
  TRY(cudaGetLastError());
  TRY(device.copy_to(noted, room));
  TRY(counter.copy_to(&end, 1));
  *count = end.taken;
  *atomics = end.calls;
  return cudaSuccess;
}

// ---- Task 3: around a ring ----------------------------------------------------------------------

// counter->taken begins at the next free place and only ever grows.
__global__ void into_ring(int* ring, Counter* counter, const int* values, int n, int divisor,
                          int size) {
  const int i = thread_in_grid(), lane = lane_number();
  const bool keeps = i < n && values[i] % divisor == 0;
  // begin: around-the-ring
  // TODO(around-the-ring): as in one-atomic-a-warp, into a ring of `size` places: after the last
  // place comes place 0. Must hold where the places of one warp lie on both sides of the end.
  // end: around-the-ring
}

extern "C" int fill_ring(int* ring, int* next, int* atomics, const int* values, int n, int divisor,
                         int size, int start_place) {
  DeviceArray<int> device, device_values;
  DeviceArray<Counter> counter;
  const Counter start{start_place, 0};
  Counter end{};
  TRY(device.allocate(size));
  TRY(device_values.copy_of(values, n));
  TRY(counter.copy_of(&start, 1));
  TRY(cudaMemset(device.data, 0xff, sizeof(int) * size));
  into_ring<<<(n + kBlock - 1) / kBlock, kBlock>>>(device.data, counter.data, device_values.data, n,
                                                   divisor, size);
  TRY(cudaGetLastError());
  TRY(device.copy_to(ring, size));
  TRY(counter.copy_to(&end, 1));
  *next = end.taken % size;
  *atomics = end.calls;
  return cudaSuccess;
}

// ---- Task 4: one launch for the lanes that are here ---------------------------------------------

constexpr int kChildThreads = 32;

// Block b adds up the sum of items[b].
__global__ void add_up(int* results, const int* sizes, const int* items) {
  const int i = items[blockIdx.x];
  int sum = 0;
  for (int k = threadIdx.x; k < sizes[i]; k += blockDim.x) sum += k * k % 7;
  atomicAdd(&results[i], sum);
}

// `items` has room for all i; `counter` hands out its places.
__global__ void add_up_all(int* results, int* items, Counter* counter, const int* sizes, int n,
                           int limit) {
  const int i = thread_in_grid(), lane = lane_number();
  if (i >= n) return;
  if (sizes[i] <= limit) {
    for (int k = 0; k < sizes[i]; ++k) results[i] += k * k % 7;
  } else {
    // begin: one-launch-for-all
    // TODO(one-launch-for-all): the lanes that are here together write their i into places of items
    // that lie side by side, from one call of take. Then one of them launches add_up for all of
    // them, one block of kChildThreads threads each. add_up reads what all wrote. Check the launch.
    // end: one-launch-for-all
  }
}

extern "C" int add_up_sizes(int* results, int* atomics, const int* sizes, int n, int limit) {
  DeviceArray<int> device, items, device_sizes;
  DeviceArray<Counter> counter;
  const Counter start{0, 0};
  Counter end{};
  TRY(clear_error());
  TRY(device.allocate(n));
  TRY(items.allocate(n));
  TRY(device_sizes.copy_of(sizes, n));
  TRY(counter.copy_of(&start, 1));
  TRY(cudaMemset(device.data, 0, sizeof(int) * n));
  TRY(cudaMemset(items.data, 0, sizeof(int) * n));
  add_up_all<<<(n + kBlock - 1) / kBlock, kBlock>>>(device.data, items.data, counter.data,
                                                    device_sizes.data, n, limit);
  TRY(cudaGetLastError());
  TRY(device.copy_to(results, n));
  TRY(counter.copy_to(&end, 1));
  *atomics = end.calls;
  return read_error();
}
