// Tiles of cooperative groups with more threads than a warp: they wait for each other, vote, hand
// values on, reduce and scan, while other tiles of the block do something else.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <cstdio>

#include "../../expect.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 512;

struct Seen {
  int rank, meta_rank, meta_size, from_neighbor, from_third, any, all, none, sum, least, inner, inclusive, exclusive, largest;
  double product;
};

template <unsigned Size>
__device__ void look(const cg::thread_block& block, Seen* out) {
  __shared__ int written[kThreads];
  const auto tile = cg::tiled_partition<Size>(block);
  const int rank = tile.thread_rank(), at = block.thread_rank();
  Seen seen = {};
  seen.rank = rank;
  seen.meta_rank = tile.meta_group_rank();
  seen.meta_size = tile.meta_group_size();

  // Tiles go round differently often, so that no barrier of the whole block could do.
  for (int round = 0; round <= static_cast<int>(tile.meta_group_rank()); ++round) {
    written[at] = at + round;
    tile.sync();
    seen.from_neighbor = written[at - rank + (rank + 33) % Size];
    tile.sync();
  }
  seen.from_third = tile.shfl(100 + at, 3);
  seen.any = tile.any(rank == Size - 1);
  seen.all = tile.all(rank >= 0);
  seen.none = tile.any(rank > Size) + tile.all(rank != 5);
  seen.sum = cg::reduce(tile, at, cg::plus<int>());
  seen.least = cg::reduce(tile, at, cg::less<int>());
  seen.product = cg::reduce(tile, rank % 64 == 7 ? 2.0 : 1.0, [](double a, double b) { return a * b; });
  seen.inclusive = cg::inclusive_scan(tile, at);
  seen.exclusive = cg::exclusive_scan(tile, at, cg::plus<int>());
  seen.largest = cg::inclusive_scan(tile, rank == 40 ? 1000 : rank, cg::greater<int>());
  const auto part = cg::tiled_partition<16>(cg::tiled_partition<32>(tile));
  seen.inner = part.shfl(at, 15);
  out[at] = seen;
}

template <unsigned Size>
__global__ void with_memory(Seen* out) {
  __shared__ cg::block_tile_memory<kThreads> memory;
  look<Size>(cg::this_thread_block(memory), out);
}

template <unsigned Size>
__global__ void without_memory(Seen* out) {
  look<Size>(cg::this_thread_block(), out);
}

template <unsigned Size>
void expect_seen(const Seen* out) {
  for (int at = 0; at < kThreads; ++at) {
    const int tile = at / int(Size), rank = at % int(Size), first = at - rank, size = Size;
    const Seen& seen = out[at];
    EXPECT_EQ(seen.rank, rank);
    EXPECT_EQ(seen.meta_rank, tile);
    EXPECT_EQ(seen.meta_size, kThreads / size);
    EXPECT_EQ(seen.from_neighbor, first + (rank + 33) % size + tile);
    EXPECT_EQ(seen.from_third, 100 + first + 3);
    EXPECT_EQ(seen.any, 1);
    EXPECT_EQ(seen.all, 1);
    EXPECT_EQ(seen.none, 0);
    EXPECT_EQ(seen.sum, size * first + size * (size - 1) / 2);
    EXPECT_EQ(seen.least, first);
    EXPECT_EQ(seen.product, 1ull << size / 64);
    EXPECT_EQ(seen.inclusive, (rank + 1) * first + rank * (rank + 1) / 2);
    EXPECT_EQ(seen.exclusive, rank * first + rank * (rank - 1) / 2);
    EXPECT_EQ(seen.largest, rank < 40 ? rank : 1000);
    EXPECT_EQ(seen.inner, at / 16 * 16 + 15);
  }
}

template <unsigned Size>
void try_size(Seen* out) {
  with_memory<Size><<<1, kThreads>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  expect_seen<Size>(out);
  without_memory<Size><<<1, kThreads>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  expect_seen<Size>(out);
}

int main() {
  Seen* out;
  EXPECT_EQ(cudaMallocManaged(&out, kThreads * sizeof(Seen)), cudaSuccess);
  try_size<64>(out);
  try_size<128>(out);
  try_size<256>(out);
  try_size<512>(out);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  return failures();
}
