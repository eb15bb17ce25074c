// Order within one block and one grid: barriers of the block, of a warp, of some lanes, of the
// grid.
#include <gtest/gtest.h>

#include <vector>

#include "checker/fake_grid.h"
#include "checker/order/order.h"

namespace emu::checker {
namespace {

using OrderInBlock = OrderTest;

TEST_F(OrderInBlock, AThreadIsOrderedWithItselfOnly) {
  Grid g(host());
  EXPECT_TRUE(before(g.at(0, 3), g.at(0, 3)));
  EXPECT_FALSE(before(g.at(0, 3), g.at(0, 4)));
}

TEST_F(OrderInBlock, ABarrierOrdersTheBlock) {
  Grid g(host());
  const Position early = g.at(0, 3);
  barrier(g.block[0], {});
  EXPECT_TRUE(before(early, g.at(0, 60)));
  EXPECT_FALSE(before(g.at(0, 60), early));
}

TEST_F(OrderInBlock, ABarrierOfOneBlockSaysNothingAboutOthers) {
  Grid g(host(), {}, 2);
  const Position early = g.at(0, 3);
  barrier(g.block[0], {});
  barrier(g.block[1], {});
  EXPECT_FALSE(before(early, g.at(1, 3)));
}

std::vector<Position> lanes(Position first, unsigned count) {
  std::vector<Position> list;
  for (unsigned i = 0; i < count; ++i) list.push_back({first.phase, first.thread + i});
  return list;
}

TEST_F(OrderInBlock, AFullWarpBarrierOrdersItsWarpOnly) {
  Grid g(host());
  const Position lane3 = g.at(0, 35), other_warp = g.at(0, 3);
  const Phase met = warp_barrier(g.block[0], 1, ~0u, lanes(g.at(0, 32), 32));
  EXPECT_TRUE(before(lane3, {met, 60}));
  EXPECT_FALSE(before(other_warp, {met, 60}));
  EXPECT_FALSE(before(lane3, g.at(0, 3)));
}

TEST_F(OrderInBlock, APartialWarpBarrierOrdersItsLanesOnly) {
  Grid g(host());
  const Phase met = warp_barrier(g.block[0], 0, 0x0000FFFFu, lanes(g.at(), 16));
  EXPECT_TRUE(before(g.at(0, 2), {met, 15}));
  EXPECT_FALSE(before(g.at(0, 20), {met, 15}));
}

TEST_F(OrderInBlock, PartialWarpBarriersChain) {
  Grid g(host());
  const Position lane0 = g.at(0, 0);
  const Phase first = warp_barrier(g.block[0], 0, 0b0011, {{g.at(0, 0), g.at(0, 1)}});
  const std::vector<Position> next{{first, 1}, g.at(0, 2)};
  const Phase second = warp_barrier(g.block[0], 0, 0b0110, next);
  EXPECT_TRUE(before(lane0, {second, 2})) << "0 → 1 → 2";
  EXPECT_FALSE(before(g.at(0, 3), {second, 2}));
}

TEST_F(OrderInBlock, APartialLastWarpIsWholeWhenAllItsLanesMeet) {
  Grid g(host(), {}, 1, 40);
  const Phase met = warp_barrier(g.block[0], 1, ~0u, lanes(g.at(0, 32), 8));
  EXPECT_TRUE(before(g.at(0, 39), {met, 32}));
  EXPECT_EQ(extra_of(met).lane_base, nullptr);
}

TEST_F(OrderInBlock, AGroupOfLanesIsOrderedWhenAllOfThemAre) {
  Grid g(host());
  const Stamp pair = add_lane(make_stamp(g.at().phase, 0), 1);
  const Stamp half = add_lane(make_stamp(g.at().phase, 0), 15);
  const Phase met = warp_barrier(g.block[0], 0, 0b1111, lanes(g.at(), 4));
  EXPECT_TRUE(happens_before(pair, {met, 3}));
  EXPECT_FALSE(happens_before(half, {met, 3}));
}

TEST_F(OrderInBlock, GridBarrierOrdersAllBlocks) {
  Grid g(host(), {}, 3);
  const Position early = g.at(2, 5);
  EXPECT_FALSE(before(early, g.at(0, 0)));
  grid_barrier(g.block, {});
  EXPECT_TRUE(before(early, g.at(0, 0)));
  EXPECT_FALSE(before(g.at(2, 5), g.at(0, 0)));
}

TEST_F(OrderInBlock, AClusterBarrierOrdersTheBlocksOfItsCluster) {
  Grid g(host(), {}, 4);
  const std::vector<Block*> first{g.block[0], g.block[1]}, second{g.block[2], g.block[3]};
  form_cluster(first);
  form_cluster(second);
  const Position neighbour = g.at(1, 5), stranger = g.at(2, 5);
  cluster_barrier(first, {});
  EXPECT_TRUE(before(neighbour, g.at(0, 0)));
  EXPECT_FALSE(before(stranger, g.at(0, 0)));
  EXPECT_FALSE(before(neighbour, g.at(2, 0)));
  EXPECT_FALSE(before(g.at(1, 5), g.at(0, 0))) << "what comes after it is not ordered";
  barrier(g.block[0], {});
  EXPECT_TRUE(before(neighbour, g.at(0, 9))) << "a barrier of the block forgets nothing";
}

TEST_F(OrderInBlock, AGridBarrierAfterAClusterBarrierOrdersAll) {
  Grid g(host(), {}, 4);
  const std::vector<Block*> first{g.block[0], g.block[1]};
  form_cluster(first);
  cluster_barrier(first, {});
  const Position stranger = g.at(3, 1);
  grid_barrier(g.block, {});
  cluster_barrier(first, {});
  EXPECT_TRUE(before(stranger, g.at(0, 0)));
}

}  // namespace
}  // namespace emu::checker
