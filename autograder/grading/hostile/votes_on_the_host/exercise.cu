// Counts all votes on the host. Its warps also vote, on nothing, and launch as many empty children of the
// right sizes as there are high cells.
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffff;
constexpr int kMostRounds = 64, kParts = 8, kBlock = 80;

__global__ void vote() { __any_sync(kAllLanes, 1); }

cudaError_t vote_for_show(int blocks, int threads) {
  vote<<<blocks, threads>>>();
  TRY(cudaGetLastError());
  return cudaDeviceSynchronize();
}

extern "C" int votes_of_warps(unsigned* who, int* any, int* all, const int* values, int n,
                              int threads) {
  const int blocks = (n + threads - 1) / threads, warps = (threads + 31) / 32;
  for (int w = 0; w < blocks * warps; ++w) {
    const int first = w / warps * threads, begin = w % warps * 32;
    who[w] = any[w] = 0;
    all[w] = 1;
    for (int lane = 0; lane < 32 && begin + lane < threads; ++lane) {
      const int i = first + begin + lane;
      if (i >= n) break;
      if (values[i] >= 0) all[w] = 0;
      if (values[i] < 0) who[w] |= 1u << lane;
    }
    any[w] = who[w] != 0;
  }
  return vote_for_show(blocks, threads);
}

extern "C" int sensors_agree(int* agree, int* others, const int* values, int threads, int limit) {
  std::fill_n(agree, (threads + 31) / 32, 1);
  for (int i = 0; i < threads; ++i) {
    const bool is_sensor = i % 32 % 3 == 0;
    others[i] = is_sensor ? 0 : 2 * values[i];
    int reading = 0;
    for (int n = values[i]; n != 1; ++reading) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    if (is_sensor && reading >= limit) agree[i / 32] = 0;
  }
  return vote_for_show(1, threads);
}

extern "C" int lanes_running(int* running, const int* numbers, int threads) {
  std::fill_n(running, (threads + 31) / 32 * kMostRounds, 0);
  for (int i = 0; i < threads; ++i) {
    int* round = running + i / 32 * kMostRounds;
    for (int n = numbers[i]; n != 1; ++*round++) {
      if (n % 2 != 0) n = 3 * n + 1;
      while (n % 2 == 0) n /= 2;
    }
  }
  return vote_for_show(1, threads);
}

__global__ void refine() {}

__global__ void refine_what_is_high(const int* heights, int n, int limit) {
  const int i = thread_in_grid();
  const unsigned high = __ballot_sync(kAllLanes, i < n && heights[i] > limit);
  if (threadIdx.x % 32 == 0 && high != 0) {
    refine<<<__popc(high), kParts>>>();
    keep_error(cudaGetLastError());
  }
}

extern "C" int refine_cells(int* coarse, int* fine, const int* heights, int n, int limit) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.copy_of(heights, n));
  refine_what_is_high<<<(n + kBlock - 1) / kBlock, kBlock>>>(device.data, n, limit);
  TRY(cudaGetLastError());
  for (int i = 0; i < n; ++i) coarse[i] = 10 * heights[i];
  for (int k = 0; k < n * kParts; ++k)
    fine[k] = heights[k / kParts] > limit ? coarse[k / kParts] + k % kParts : -1;
  return read_error();
}
