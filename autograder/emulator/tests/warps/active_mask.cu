// __activemask and __ballot_sync of a full warp, before, inside and after branches. Nothing promises
// what is seen inside (W5), so random schedules show something else.
#include "../expect.h"

__device__ unsigned masks[6];

__global__ void warp() {
  const unsigned before = __activemask();
  unsigned odd = 0, first = 0;
  if (threadIdx.x % 2) odd = __activemask();
  __syncwarp();
  const unsigned after = __activemask();
  if (threadIdx.x == 0) first = __activemask();
  __syncwarp();
  const unsigned third = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
  if (threadIdx.x == 0) {
    masks[0] = before;
    masks[2] = after;
    masks[3] = first;
    masks[4] = third;
  }
  if (threadIdx.x == 1) masks[1] = odd;
}

int main() {
  warp<<<1, 32>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  unsigned actual[5];
  cudaMemcpyFromSymbol(actual, masks, sizeof actual);
  EXPECT_EQ(actual[0], 0xffffffffu);
  EXPECT_EQ(actual[1], 0xaaaaaaaau);
  EXPECT_EQ(actual[2], 0xffffffffu);
  EXPECT_EQ(actual[3], 0x00000001u);
  EXPECT_EQ(actual[4], 0x49249249u);
  return failures();
}
