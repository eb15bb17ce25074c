// EMULATOR_VOTES=too-few takes the lowest bit that is set from what votes, shuffles and sums of
// warps and blocks return, and from no other number.
#include <cstdlib>

#include "../expect.h"

struct Counts {
  unsigned ballot, sum, of_block, here, any, atomics;
};
__device__ Counts counts;

__global__ void count() {
  const unsigned ballot = __ballot_sync(0xffffffff, threadIdx.x < 20);
  const unsigned sum = __reduce_add_sync(0xffffffff, 3u);
  const int of_block = __syncthreads_count(threadIdx.x < 7);
  const int any = __any_sync(0xffffffff, threadIdx.x == 5);
  const unsigned here = __activemask();
  atomicAdd(&counts.atomics, 1);
  if (threadIdx.x == 31) {
    counts.ballot = ballot, counts.sum = sum, counts.of_block = of_block;
    counts.here = here, counts.any = any;
  }
}

int main() {
  const bool too_few = std::getenv("EMULATOR_VOTES") != nullptr;
  count<<<1, 32>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  Counts c;
  EXPECT_EQ(cudaMemcpyFromSymbol(&c, counts, sizeof c), 0);
  EXPECT_EQ(c.ballot, too_few ? 0xffffeu : 0xfffffu);
  EXPECT_EQ(c.sum, too_few ? 64u : 96u);
  EXPECT_EQ(c.of_block, too_few ? 6u : 7u);
  EXPECT_EQ(c.here, too_few ? 0xfffffffeu : 0xffffffffu);
  EXPECT_EQ(c.any, too_few ? 0u : 1u);
  EXPECT_EQ(c.atomics, 32u);
  return failures();
}
