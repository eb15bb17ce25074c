// Who is asked in a vote: the lanes of its mask, without those that have ended or are not there
// (W1, W3, W4); and which threads a warp is made of (W7).
#include "../expect.h"

constexpr unsigned kAll = 0xffffffff;

__device__ unsigned results[8];

/// One warp. Every third lane votes in a branch of its own; then half of them in another.
__global__ void in_branches() {
  const unsigned lane = threadIdx.x;
  const unsigned thirds = __ballot_sync(kAll, lane % 3 == 0);
  unsigned low = 0, all = 0, none = 0, halves = 0;
  if (lane % 3 == 0) {
    low = __ballot_sync(thirds, lane < 16);
    all = __all_sync(thirds, lane % 3 == 0);
    none = __any_sync(thirds, lane % 3 != 0);
    const unsigned half = __ballot_sync(thirds, lane % 2 == 0);
    if (lane % 2 == 0) halves = __ballot_sync(half, true);
  }
  __syncwarp();
  if (lane == 0) {
    results[0] = thirds;
    results[1] = low;
    results[2] = all;
    results[3] = none;
    results[4] = halves;
  }
}

/// A block of 10 x 4 threads: its second warp has eight lanes, of which the last three end.
__global__ void short_warp() {
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (thread >= 37) return;
  const unsigned there = __ballot_sync(kAll, true);
  const unsigned last_row = __ballot_sync(kAll, threadIdx.y == 3);
  const unsigned all = __all_sync(kAll, thread >= 32);
  if (thread == 32) {
    results[5] = there;
    results[6] = last_row;
    results[7] = all;
  }
}

int main() {
  in_branches<<<1, 32>>>();
  short_warp<<<1, dim3(10, 4)>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  unsigned actual[8];
  cudaMemcpyFromSymbol(actual, results, sizeof actual);
  EXPECT_EQ(actual[0], 0x49249249u);
  EXPECT_EQ(actual[1], 0x00009249u);
  EXPECT_EQ(actual[2], 1u);
  EXPECT_EQ(actual[3], 0u);
  EXPECT_EQ(actual[4], 0x41041041u);
  EXPECT_EQ(actual[5], 0x0000001fu);
  EXPECT_EQ(actual[6], 0x0000001fu);
  EXPECT_EQ(actual[7], 1u);
  return failures();
}
