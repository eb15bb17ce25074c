// Counts the children that a variant launches, and gives it a pool of pending launches that is
// large enough for them. Launching costs the more the larger the pool is, so each variant gets a
// place for every child that it launches, and no more, but never fewer than the default.
#pragma once

#include <algorithm>

#include "measure.h"

constexpr int kPlaces = 2048, kMostPlaces = 1 << 17;

__device__ unsigned lost;  // launches that failed, and what else the device had no room for
__device__ unsigned children;
__device__ bool counting;

// Called by the launching thread right after each launch.
__device__ void keep_launch() {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&lost, 1);
  if (counting) atomicAdd(&children, 1);
}

void set_places(int places) {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, std::max(places, kPlaces)));
}

// How many children `run` launches.
template <typename Run>
int count_children(Run&& run) {
  unsigned launched = 0;
  bool yes = true, no = false;
  CHECK(cudaMemcpyToSymbol(children, &launched, sizeof launched));
  CHECK(cudaMemcpyToSymbol(counting, &yes, sizeof yes));
  run();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&launched, children, sizeof launched));
  CHECK(cudaMemcpyToSymbol(counting, &no, sizeof no));
  return static_cast<int>(launched);
}
