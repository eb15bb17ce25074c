// A launch is code of one thread: as many threads as come to it, so many grids there are (K2). It
// is no barrier: lanes may come one by one, some of them never, and others may have ended (K3).
#include "../counts.h"

enum { kRan, kRefused };

__global__ void child() { count(kRan); }

__device__ void launch() {
  child<<<1, 1, 0, cudaStreamFireAndForget>>>();
  count_failure(kRefused);
}

__global__ void all() { launch(); }

__global__ void one() {
  if (threadIdx.x == 0) launch();
}

__global__ void odd_lanes() {
  if (threadIdx.x % 2) launch();
}

__global__ void each_lane_at_another_time() {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lane == threadIdx.x % 32) launch();
  __syncthreads();
  if (threadIdx.x >= 32) return;
  if (threadIdx.x < 16) {
    if (threadIdx.x % 4 == 0) launch();
  } else {
    __syncwarp(0xffff0000);
    launch();
  }
}

int main() {
  all<<<4, 64>>>();
  EXPECT_EQ(taken(kRan), 256);
  one<<<4, 64>>>();
  EXPECT_EQ(taken(kRan), 4);
  odd_lanes<<<1, 64>>>();
  EXPECT_EQ(taken(kRan), 32);
  each_lane_at_another_time<<<1, 64>>>();
  EXPECT_EQ(taken(kRan), 64 + 4 + 16);
  EXPECT_EQ(taken(kRefused), 0);
  return failures();
}
