// Cooperative groups inside a block: tiles, coalesced threads, partitions; reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../expect.h"

namespace cg = cooperative_groups;

struct Wide {
  double a, b, c;
};

__device__ int sums[64], largest[64], products[64], below[64], ranks[64], labels[64], bits[64];
__device__ double exchanged[64];
__device__ float floats[64];
__device__ int in_turn[64];
__device__ unsigned members[64];

__global__ void group_threads() {
  const int i = threadIdx.x;
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);

  sums[i] = cg::reduce(warp, i, cg::plus<int>());
  largest[i] = cg::reduce(eight, i, cg::greater<int>());
  products[i] = cg::reduce(eight, i % 8 + 1, [](int a, int b) { return a * b; });
  below[i] = cg::exclusive_scan(warp, 2, cg::plus<int>()) * 100 + cg::inclusive_scan(eight, 1);
  const Wide mine{i * 1.0, i * 2.0, i * 3.0};
  exchanged[i] = warp.shfl(mine, 5).c;
  // In another order this sum is another.
  const float terms[4] = {1e8f, 1, -1e8f, 1};
  floats[i] = cg::reduce(cg::tiled_partition<4>(warp), terms[i % 4], cg::plus<float>());

  if (i % 3 == 0) {
    const cg::coalesced_group third = cg::coalesced_threads();
    ranks[i] = third.thread_rank() * 100 + third.size();
    bits[i] = third.ballot(i % 2 == 0);
    for (unsigned rank = 0; rank < third.size(); ++rank)
      members[i] |= 1u << third.shfl(i % 32, rank);
  }
  const cg::coalesced_group same = cg::labeled_partition(warp, i % 5);
  labels[i] = same.meta_group_rank() * 10000 + same.size() * 100 + same.thread_rank();

  // The members of a group take turns, ordered by its barrier alone.
  __shared__ int last[64];
  const cg::coalesced_group even_or_odd = cg::binary_partition(warp, i % 2 == 0);
  last[i] = i;
  even_or_odd.sync();
  in_turn[i] = last[(i + 2) % 32 + i / 32 * 32];
}

template <class T>
std::vector<T> read(const T (&symbol)[64]) {
  std::vector<T> values(64);
  EXPECT_EQ(cudaMemcpyFromSymbol(values.data(), symbol, 64 * sizeof(T)), 0);
  return values;
}

/// How many lanes of the branch came to coalesced_threads() together is open (W5); all that its
/// group says is about those.
void expect_third(int i, unsigned here) {
  const int first_lane = i < 32 ? 0 : 1;
  unsigned even = 0, rank = 0, below = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if ((here >> lane & 1) == 0) continue;
    EXPECT_EQ(lane % 3, first_lane);
    even |= unsigned{lane % 2 == 0} << rank++;
    below += lane < i % 32;
  }
  EXPECT_EQ(here >> i % 32 & 1, 1u);
  EXPECT_EQ(read(ranks)[i], below * 100 + rank);
  EXPECT_EQ(read(bits)[i], even);
}

int main() {
  group_threads<<<1, 64>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 64; ++i) {
    const int lane = i % 32;
    EXPECT_EQ(read(sums)[i], i < 32 ? 496 : 496 + 32 * 32);
    EXPECT_EQ(read(largest)[i], i / 8 * 8 + 7);
    EXPECT_EQ(read(products)[i], 40320);
    EXPECT_EQ(read(below)[i], lane * 200 + i % 8 + 1);
    EXPECT(read(exchanged)[i] == (i < 32 ? 15 : 111));
    EXPECT(read(floats)[i] == 2);
    if (i % 3 == 0) expect_third(i, read(members)[i]);
    const int label = i % 5;
    const int first_lane = (label - i / 32 * 32 % 5 + 5) % 5;  // of that label in its warp
    EXPECT_EQ(read(labels)[i],
              first_lane * 10000 + (first_lane < 2 ? 7 : 6) * 100 + (lane - first_lane) / 5);
    EXPECT_EQ(read(in_turn)[i], (i + 2) % 32 + i / 32 * 32);
  }
  return failures();
}
