// Long chains of grids are asked about quickly: operations are counted, not time.
#include <gtest/gtest.h>

#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/order.h"
#include "checker/state.h"

namespace emu::checker {
namespace {

using OrderOfChains = OrderTest;

TEST_F(OrderOfChains, AHundredThousandTails) {
  std::vector<Position> writes;
  Work* previous = nullptr;
  Position launch = host();
  for (int i = 0; i < 100'000; ++i) {
    Grid g(launch, previous ? std::vector{previous} : std::vector<Work*>{});
    writes.push_back(g.at(0, 5));
    launch = g.launch();
    previous = g.work;
  }
  Grid last(launch, {previous});
  const std::uint64_t steps = state.order.steps;
  for (int i = 0; i < 100'000; i += 100) ASSERT_TRUE(before(writes[i], last.at())) << i;
  EXPECT_LT(state.order.steps - steps, 1000 * 4) << "the watermark covers all of them";
}

TEST_F(OrderOfChains, TwoChainsOfTailsAtOnce) {
  Work* previous[2] = {};
  Position launch[2] = {host(), host()};
  std::vector<Position> writes[2];
  for (int i = 0; i < 20'000; ++i)
    for (int c : {0, 1}) {
      Grid g(launch[c], previous[c] ? std::vector{previous[c]} : std::vector<Work*>{});
      writes[c].push_back(g.at(0, 5));
      launch[c] = g.launch();
      previous[c] = g.work;
    }
  Grid last(launch[0], {previous[0]});
  const std::uint64_t steps = state.order.steps;
  for (int i = 0; i < 20'000; i += 100) ASSERT_TRUE(before(writes[0][i], last.at())) << i;
  EXPECT_LT(state.order.steps - steps, 200 * 100) << "logarithmic per question";
  EXPECT_FALSE(before(writes[1][5000], last.at()));
}

TEST_F(OrderOfChains, ThreeThousandLevelsOfNesting) {
  std::vector<Position> writes;
  Position launch = host();
  std::vector<Grid> grids;
  for (int i = 0; i < 3000; ++i) {
    grids.emplace_back(launch);
    launch = grids.back().launch();
    writes.push_back(launch);
  }
  Grid last(launch);
  const std::uint64_t steps = state.order.steps;
  for (const Position& w : writes) ASSERT_TRUE(before(w, last.at()));
  EXPECT_LT(state.order.steps - steps, 3000 * 60);
  EXPECT_FALSE(before(grids[1500].after_launch, last.at()));
}

TEST_F(OrderOfChains, AStreamOfHostLaunchesKeepsItsWatermarkUp) {
  Work* previous = nullptr;
  Phase watermark = 0;
  for (int i = 0; i < 1000; ++i) {
    Grid g(host(), previous ? std::vector{previous} : std::vector<Work*>{}, 4);
    if (previous) {
      EXPECT_GT(g.work->watermark, watermark);
    }
    watermark = g.work->watermark;
    g.end();
    previous = g.work;
  }
  join_on_host(previous);
}

TEST_F(OrderOfChains, WhatIsNotOrderedIsNotSearchedForAgain) {
  Grid other(host());
  Work* previous = nullptr;
  Position launch = host();
  const std::uint64_t steps = state.order.steps;
  for (int i = 0; i < 10'000; ++i) {
    Grid g(launch, previous ? std::vector{previous} : std::vector<Work*>{});
    ASSERT_FALSE(before(other.at(), g.at()));
    launch = g.launch();
    previous = g.work;
  }
  EXPECT_LT(state.order.steps - steps, 10'000 * 60);
}

TEST_F(OrderOfChains, ManySiblingsInOneStream) {
  Grid parent(host(), {}, 1, 1024);
  std::vector<Position> writes;
  Work* previous = nullptr;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Grid child(parent.launch(0, i), previous ? std::vector{previous} : std::vector<Work*>{});
    writes.push_back(child.at(0, 1));
    child.end();
    previous = child.work;
  }
  Grid last(parent.launch(0, 1000), {previous});
  const std::uint64_t steps = state.order.steps;
  for (const Position& w : writes) ASSERT_TRUE(before(w, last.at()));
  EXPECT_LT(state.order.steps - steps, 1000 * 60);
}

}  // namespace
}  // namespace emu::checker
