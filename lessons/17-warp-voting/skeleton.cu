// Lesson 17: the lanes of a warp vote, and a mask says which lanes are asked.
//
// A vote costs one instruction and no memory. Two questions come with each: who has a vote (W1),
// and do all lanes that have one get there?
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffff;

__device__ int lane_number() { return threadIdx.x % 32; }

// The number of this warp among all warps of the grid.
__device__ int warp_number() {
  const int warps = (blockDim.x + 31) / 32;
  return blockIdx.x * warps + threadIdx.x / 32;
}

int warps_of(int blocks, int threads) { return blocks * ((threads + 31) / 32); }

// ---- Task 1: any, all, and who ------------------------------------------------------------------

// What each warp finds out about its values.
struct Votes {
  unsigned* who;  // bit k: lane k has a value, and it is negative
  int *any, *all;
};

__global__ void vote(Votes votes, const int* values, int n) {
  const int i = thread_in_grid(), lane = lane_number(), warp = warp_number();
  // begin: ask-the-warp
  // TODO(ask-the-warp): find out with warp votes which lanes have a negative value, whether any has,
  // and whether all have; one lane writes votes.who[warp], votes.any[warp] and votes.all[warp].
  // Lanes with i >= n have no value and must not count. Must hold for any n and number of threads.
  // end: ask-the-warp
}

extern "C" int votes_of_warps(unsigned* who, int* any, int* all, const int* values, int n,
                              int threads) {
  const int blocks = (n + threads - 1) / threads, warps = warps_of(blocks, threads);
  DeviceArray<unsigned> device_who;
  DeviceArray<int> device_any, device_all, device_values;
  TRY(device_who.allocate(warps));
  TRY(device_any.allocate(warps));
  TRY(device_all.allocate(warps));
  TRY(device_values.copy_of(values, n));
  TRY(cudaMemset(device_who.data, 0xcc, sizeof(unsigned) * warps));
  TRY(cudaMemset(device_any.data, 0xff, sizeof(int) * warps));
  TRY(cudaMemset(device_all.data, 0xff, sizeof(int) * warps));
  const Votes votes{device_who.data, device_any.data, device_all.data};
  vote<<<blocks, threads>>>(votes, device_values.data, n);
  TRY(cudaGetLastError());
  TRY(device_who.copy_to(who, warps));
  TRY(device_any.copy_to(any, warps));
  return device_all.copy_to(all, warps);
}

// ---- Task 2: a vote in a branch -----------------------------------------------------------------

// Halvings and triplings until n is 1: some sensors take longer than others.
__device__ int reading_of(int n) {
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

__global__ void look_at_sensors(int* agree, int* others, const int* values, int limit) {
  const int i = threadIdx.x, lane = lane_number(), warp = warp_number();
  if (lane % 3 == 0) {
    const int reading = reading_of(values[i]);
    // begin: every-third
    // TODO(every-third): let one lane write agree[warp]: 1 if all sensors of this warp read less than
    // `limit`, else 0, by a vote of the lanes that are in this branch. The other lanes are not asked,
    // and they do not come here. Must hold in warps that are not full.
    // end: every-third
  } else {
    others[i] = 2 * values[i];  // these lanes are not asked
  }
  __syncthreads();
  if (lane % 3 == 0) others[i] = 0;
}

extern "C" int sensors_agree(int* agree, int* others, const int* values, int threads, int limit) {
  const int warps = warps_of(1, threads);
  DeviceArray<int> device, device_others, device_values;
  TRY(device.allocate(warps));
  TRY(device_others.allocate(threads));
  TRY(device_values.copy_of(values, threads));
  TRY(cudaMemset(device.data, 0xff, sizeof(int) * warps));
  look_at_sensors<<<1, threads>>>(device.data, device_others.data, device_values.data, limit);
  TRY(cudaGetLastError());
  TRY(device_others.copy_to(others, threads));
  return device.copy_to(agree, warps);
}

// ---- Task 3: a loop that lanes leave ------------------------------------------------------------

constexpr int kMostRounds = 64;

// A round: triples an odd number, then halves as long as it can.
__device__ int next(int n) {
  if (n % 2 != 0) n = 3 * n + 1;
  while (n % 2 == 0) n /= 2;
  return n;
}

__global__ void run_rounds(int* running, const int* numbers) {
  const int lane = lane_number();
  int* const of_warp = running + warp_number() * kMostRounds;
  int n = numbers[threadIdx.x], round = 0;
  // begin: who-goes-on
  // TODO(who-goes-on): while n is not 1, let n = next(n) and count the round. In each round one lane
  // writes into of_warp[round] how many lanes of the warp are in the loop; these lanes find that out
  // by a vote among themselves. A lane whose n is 1 leaves; it need not wait for the others.
  // end: who-goes-on
  __syncthreads();
  if (round >= kMostRounds) __trap();
}

extern "C" int lanes_running(int* running, const int* numbers, int threads) {
  const int count = warps_of(1, threads) * kMostRounds;
  DeviceArray<int> device, device_numbers;
  TRY(device.allocate(count));
  TRY(device_numbers.copy_of(numbers, threads));
  TRY(cudaMemset(device.data, 0, sizeof(int) * count));
  run_rounds<<<1, threads>>>(device.data, device_numbers.data);
  TRY(cudaGetLastError());
  return device.copy_to(running, count);
}

// ---- Task 4: a warp votes whether to launch -----------------------------------------------------

constexpr int kParts = 8;
constexpr int kBlock = 80;  // two full warps and a half

// Block b refines the cell of the b-th lane that voted yes; lane k has cell first + k.
__global__ void refine(int* fine, const int* coarse, int first, unsigned voted) {
  for (unsigned b = 0; b < blockIdx.x; ++b) voted &= voted - 1;  // clears the lowest set bit
  const int cell = first + __ffs(voted) - 1;
  fine[cell * kParts + threadIdx.x] = coarse[cell] + static_cast<int>(threadIdx.x);
}

__global__ void refine_what_is_high(int* fine, int* coarse, const int* heights, int n, int limit) {
  const int i = thread_in_grid(), lane = lane_number();
  const int height = i < n ? heights[i] : 0;
  if (i < n) coarse[i] = 10 * height;
  const bool is_high = i < n && height > limit;
  // begin: vote-to-launch
  // TODO(vote-to-launch): let the warp vote on is_high. If any lane's cell is high, one lane launches
  // refine once for the warp, with one block of kParts threads per high cell; otherwise no lane
  // launches. refine reads what all lanes of the warp wrote. Check the launch.
  // end: vote-to-launch
}

extern "C" int refine_cells(int* coarse, int* fine, const int* heights, int n, int limit) {
  DeviceArray<int> device_coarse, device_fine, device_heights;
  TRY(clear_error());
  TRY(device_coarse.allocate(n));
  TRY(device_fine.allocate(n * kParts));
  TRY(device_heights.copy_of(heights, n));
  TRY(cudaMemset(device_fine.data, 0xff, sizeof(int) * n * kParts));
  const int blocks = (n + kBlock - 1) / kBlock;
  refine_what_is_high<<<blocks, kBlock>>>(device_fine.data, device_coarse.data, device_heights.data,
                                          n, limit);
  TRY(cudaGetLastError());
  TRY(device_fine.copy_to(fine, n * kParts));
  TRY(device_coarse.copy_to(coarse, n));
  return read_error();
}
