// Counters that device code raises and the host reads, back to zero each time.
#pragma once

#include "expect.h"

__device__ int counters[8];

__device__ inline void count(int which) { atomicAdd(&counters[which], 1); }

/// A launch that was refused counts as `which`.
__device__ inline void count_failure(int which) {
  if (cudaGetLastError() != cudaSuccess) count(which);
}

/// Waits for the device, which must have had no fault.
inline int taken(int which) {
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int value = 0;
  const int zero = 0;
  const size_t offset = static_cast<size_t>(which) * sizeof(int);
  cudaMemcpyFromSymbol(&value, counters, sizeof value, offset);
  cudaMemcpyToSymbol(counters, &zero, sizeof zero, offset);
  return value;
}
