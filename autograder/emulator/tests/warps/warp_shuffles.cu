// Shuffles of every kind and type, within segments, from lanes that have left, and the other warp
// operations: votes, matches, reductions.
#include "../expect.h"

__device__ int from_lane[32], up[32], down[32], crossed[32], beyond[32];
__device__ double doubles[32];
__device__ long long wide[32];
__device__ unsigned matched[32], all_matched[32], voted[32];
__device__ int reduced[32], smallest[32];

__global__ void shuffle() {
  const int lane = threadIdx.x;
  from_lane[lane] = __shfl_sync(0xffffffff, lane, 10, 8);
  up[lane] = __shfl_up_sync(0xffffffff, lane, 3, 16);
  down[lane] = __shfl_down_sync(0xffffffff, lane, 5);
  crossed[lane] = __shfl_xor_sync(0xffffffff, lane, 8, 8);
  beyond[lane] = __shfl_down_sync(0xffffffff, lane, 33);
  doubles[lane] = __shfl_xor_sync(0xffffffff, lane * 0.1, 1);
  wide[lane] = __shfl_sync(0xffffffff, (1ll << 40) + lane, 31 - lane);
}

__global__ void vote() {
  const int lane = threadIdx.x;
  matched[lane] = __match_any_sync(0xffffffff, lane / 10);
  int same = -1;
  all_matched[lane] = __match_all_sync(0xffffffff, 2.5f, &same) + same;
  voted[lane] = __any_sync(0xffffffff, lane == 7) * 4 + __all_sync(0xffffffff, lane < 32) * 2 +
                __all_sync(0xffffffff, lane != 7);
  reduced[lane] = __reduce_add_sync(0xffffffff, lane - 20);
  smallest[lane] = __reduce_min_sync(0xffffffff, lane - 20);
}

// Half of the warp goes its own way and talks among itself.
__device__ int halves[32];
__global__ void part() {
  const int lane = threadIdx.x;
  if (lane % 2 == 0) {
    halves[lane] = __shfl_down_sync(0x55555555, lane, 2);
  } else {
    halves[lane] = __popc(__ballot_sync(0xaaaaaaaa, lane > 15));
  }
}

template <class T>
std::vector<T> read(const T (&symbol)[32]) {
  std::vector<T> values(32);
  EXPECT_EQ(cudaMemcpyFromSymbol(values.data(), symbol, 32 * sizeof(T)), 0);
  return values;
}

int main() {
  shuffle<<<1, 32>>>();
  vote<<<1, 32>>>();
  part<<<1, 32>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(read(from_lane)[lane], lane / 8 * 8 + 2);
    EXPECT_EQ(read(up)[lane], lane % 16 < 3 ? lane : lane - 3);
    EXPECT_EQ(read(down)[lane], lane > 26 ? lane : lane + 5);
    EXPECT_EQ(read(crossed)[lane], lane / 8 % 2 == 0 ? lane : lane - 8);
    EXPECT_EQ(read(beyond)[lane], lane == 31 ? 31 : lane + 1);
    EXPECT(read(doubles)[lane] == (lane ^ 1) * 0.1);
    EXPECT_EQ(read(wide)[lane], (1ll << 40) + 31 - lane);
    EXPECT_EQ(read(matched)[lane], lane < 10   ? 0x3ffu
                                   : lane < 20 ? 0x3ffu << 10
                                   : lane < 30 ? 0x3ffu << 20
                                               : 3u << 30);
    EXPECT_EQ(read(all_matched)[lane], 0u);  // all ones and one more
    EXPECT_EQ(read(voted)[lane], 6u);
    EXPECT_EQ(read(reduced)[lane], 31 * 16 - 32 * 20);
    EXPECT_EQ(read(smallest)[lane], -20);
    if (lane % 2 == 0) EXPECT_EQ(read(halves)[lane], lane == 30 ? 30 : lane + 2);
    if (lane % 2 == 1) EXPECT_EQ(read(halves)[lane], 8);
  }
  return failures();
}
