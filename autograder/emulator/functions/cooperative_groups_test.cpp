// Who is who in cooperative groups: ranks, sizes and masks, and what collective members ask of the
// warp.
#include "cooperative_groups.h"

#include <gtest/gtest.h>

#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "functions/fake_seam.h"

namespace cg = cooperative_groups;

namespace {

TEST(ThreadBlock, RanksRunAlongX) {
  fake::reset(dim3(8, 4, 2));
  fake::as_thread({3, 2, 1}, [&] {
    const cg::thread_block block = cg::this_thread_block();
    EXPECT_EQ(block.thread_rank(), 3u + 8 * (2 + 4 * 1));
    EXPECT_EQ(block.size(), 64u);
    EXPECT_EQ(block.thread_index().y, 2u);
    EXPECT_EQ(block.group_dim().z, 2u);
    block.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_threads");
  });
}

TEST(Tiles, AreRunsOfLanes) {
  fake::reset(64);
  fake::as_thread({45, 0, 0}, [&] {  // lane 13 of the second warp
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT_EQ(tile.thread_rank(), 5u);
    EXPECT_EQ(tile.size(), 8u);
    EXPECT_EQ(tile.meta_group_rank(), 5u);
    EXPECT_EQ(tile.meta_group_size(), 8u);
    tile.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp ff00");
  });
}

TEST(Tiles, OfATileCountWithinIt) {
  fake::reset(64);
  fake::as_thread({29, 0, 0}, [&] {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto tile = cg::tiled_partition<4>(warp);
    EXPECT_EQ(tile.thread_rank(), 1u);
    EXPECT_EQ(tile.meta_group_rank(), 7u);
    EXPECT_EQ(tile.meta_group_size(), 8u);
  });
}

TEST(Tiles, TheLastOneHasTheThreadsThatTheBlockHas) {
  fake::reset(40);
  fake::as_thread({35, 0, 0}, [&] {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    tile.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp ff");
  });
}

TEST(Tiles, OfASizeKnownAtRunTime) {
  fake::reset(64);
  fake::as_thread({45, 0, 0}, [&] {
    const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 4);
    EXPECT_EQ(tile.thread_rank(), 1u);
    EXPECT_EQ(tile.size(), 4u);
    tile.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp f000");
  });
}

TEST(Tiles, BallotIsInRanks) {
  fake::reset(64);
  fake::as_thread({10, 0, 0}, [&] {
    fake::seam().lane_values[15] = 1;
    fake::seam().lane_values[3] = 1;  // not in the tile
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT_EQ(tile.ballot(1), 0b10000100u);
    EXPECT_EQ(tile.any(0), 1);
  });
}

TEST(Tiles, ShufflesTakeByRank) {
  fake::reset(64);
  fake::as_thread({10, 0, 0}, [&] {
    for (unsigned lane = 0; lane < 32; ++lane) fake::seam().lane_values[lane] = 100 + lane;
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT_EQ(tile.shfl(0ull, 7), 115u);
    EXPECT_EQ(tile.shfl(0ull, 8), 108u) << "ranks wrap in a tile";
    EXPECT_EQ(tile.shfl_up(0ull, 1), 109u);
    EXPECT_EQ(tile.shfl_up(5ull, 3), 5u) << "nobody is there";
    EXPECT_EQ(tile.shfl_down(0ull, 2), 112u);
    EXPECT_EQ(tile.shfl_xor(0ull, 1), 111u);
  });
}

TEST(Coalesced, RanksSkipTheLanesThatAreAway) {
  fake::reset(32);
  fake::as_thread({9, 0, 0}, [&] {
    fake::seam().active = 0b1010'1010'1010'1010;
    const cg::coalesced_group group = cg::coalesced_threads();
    EXPECT_EQ(group.size(), 8u);
    EXPECT_EQ(group.thread_rank(), 4u);
    for (unsigned lane = 0; lane < 32; ++lane) fake::seam().lane_values[lane] = lane;
    EXPECT_EQ(group.shfl(0ull, 1), 3u);
    EXPECT_EQ(group.ballot(1), 0xffu);
    group.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp aaaa");
  });
}

TEST(Coalesced, IsCutIntoRunsOfRanks) {
  fake::reset(32);
  fake::as_thread({9, 0, 0}, [&] {
    fake::seam().active = 0b1010'1010'1010'1010;
    const auto part = cg::tiled_partition(cg::coalesced_threads(), 4);
    EXPECT_EQ(part.meta_group_rank(), 1u);
    EXPECT_EQ(part.thread_rank(), 0u);
    part.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp aa00");
  });
}

TEST(Partitions, SplitByLabelAndPredicate) {
  fake::reset(32);
  fake::as_thread({2, 0, 0}, [&] {
    for (unsigned lane = 0; lane < 32; ++lane) fake::seam().lane_values[lane] = lane % 2;
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const auto odd = cg::binary_partition(tile, true);
    odd.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp ae");
    EXPECT_EQ(odd.meta_group_size(), 2u);
    const auto same = cg::labeled_partition(tile, 0);
    same.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_warp 55");
    EXPECT_EQ(same.thread_rank(), 1u);
  });
}

TEST(Reduce, CombinesTheWholeTileInOneOperation) {
  fake::reset(32);
  for (unsigned lane = 0; lane < 32; ++lane) fake::seam().lane_values[lane] = lane;
  fake::as_thread({9, 0, 0}, [] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT_EQ(cg::reduce(tile, 9, cg::plus<int>()), 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15);
    EXPECT_EQ(fake::seam().calls.size(), 1u);
    EXPECT_EQ(cg::reduce(tile, 9, cg::greater<int>()), 15);
    EXPECT_EQ(cg::reduce(tile, 9, cg::less<int>()), 8);
    EXPECT_EQ(cg::reduce(tile, 9, cg::bit_xor<int>()), 0);
  });
}

TEST(Reduce, OfFloatsGoesInTheOrderOfTheButterfly) {
  fake::reset(32);
  const float values[4] = {1e8f, 1, -1e8f, 1};
  for (unsigned lane = 0; lane < 4; ++lane) {
    fake::seam().lane_values[lane] = __float_as_uint(values[lane]);
  }
  fake::as_thread({0, 0, 0}, [] {
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    // (1e8 - 1e8) + (1 + 1), not ((1e8 + 1) - 1e8) + 1.
    EXPECT_EQ(cg::reduce(tile, 1e8f, cg::plus<float>()), 2.0f);
  });
}

TEST(Reduce, RunsTheUsersOperationStepByStep) {
  // Everybody else brings 2 in every one of the three rounds.
  fake::reset(32);
  for (auto& value : fake::seam().lane_values) value = 2;
  fake::as_thread({0, 0, 0}, [] {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    EXPECT_EQ(cg::reduce(tile, 3, [](int a, int b) { return a * b; }), 24);
    EXPECT_EQ(fake::seam().calls.size(), 3u);
  });
}

TEST(Scan, FollowsTheRanksOfACoalescedGroup) {
  fake::reset(32);
  fake::seam().active = 0b10110;
  for (unsigned lane = 0; lane < 32; ++lane) fake::seam().lane_values[lane] = lane;
  fake::as_thread({4, 0, 0}, [] {
    const cg::coalesced_group group = cg::coalesced_threads();
    EXPECT_EQ(cg::inclusive_scan(group, 4), 7);
  });
}

TEST(Scan, TheFirstMemberHasNothingBelow) {
  fake::reset(32);
  for (auto& value : fake::seam().lane_values) value = 5;
  fake::as_thread({0, 0, 0}, [] {
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    EXPECT_EQ(cg::inclusive_scan(tile, 3), 3);
    EXPECT_EQ(cg::exclusive_scan(tile, 3), 0);
  });
  fake::as_thread({2, 0, 0}, [] {
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    EXPECT_EQ(cg::inclusive_scan(tile, 3), 13);
    EXPECT_EQ(cg::inclusive_scan(tile, 3, cg::greater<int>()), 5);
    EXPECT_EQ(cg::exclusive_scan(tile, 3, cg::plus<int>()), 5) << "the fake lane below brings 5";
  });
}

TEST(MemcpyAsync, EveryThreadCopiesItsPart) {
  fake::reset(2);
  int from[5] = {1, 2, 3, 4, 5};
  int to[5] = {};
  fake::as_thread({0, 0, 0}, [&] {
    cg::memcpy_async(cg::this_thread_block(), to, from, sizeof from);
    EXPECT_EQ(to[0], 1);
    EXPECT_EQ(to[1], 0);
    EXPECT_EQ(to[4], 5);
  });
  fake::as_thread({1, 0, 0}, [&] {
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, to, 5, from, 5);
    EXPECT_EQ(to[1], 2);
    EXPECT_EQ(to[3], 4);
    cg::wait(block);
  });
  EXPECT_EQ(fake::seam().calls.back(), "sync_threads");
  EXPECT_EQ(fake::seam().accesses[0].address, &from[0]);
  EXPECT_TRUE(fake::seam().accesses[1].writes);
}

TEST(Invoke, OneMemberCalls) {
  fake::reset(32);
  int calls = 0;
  const auto call_once = [&] {
    cg::invoke_one(cg::tiled_partition<32>(cg::this_thread_block()), [&] { ++calls; });
  };
  fake::as_thread({0, 0, 0}, call_once);
  fake::as_thread({3, 0, 0}, call_once);
  EXPECT_EQ(calls, 1);
}

TEST(Grid, CountsOverItsBlocks) {
  fake::reset(32);
  fake::as_thread({7, 0, 0}, [&] {
    const cg::grid_group grid = cg::this_grid();
    EXPECT_EQ(grid.thread_rank(), 7u);
    EXPECT_EQ(grid.num_threads(), 32u);
    grid.sync();
    EXPECT_EQ(fake::seam().calls.back(), "sync_grid");
  });
}

}  // namespace
