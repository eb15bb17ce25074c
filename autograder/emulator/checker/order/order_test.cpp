#include "checker/order/order.h"

#include <gtest/gtest.h>

#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/release.h"
#include "checker/resume.h"
#include "checker/state.h"

namespace emu::checker {
namespace {

using OrderInBlock = OrderTest;
using OrderOfWorks = OrderTest;
using OrderOfChains = OrderTest;

bool before(Position a, Position b) { return happens_before(make_stamp(a.phase, a.thread), b); }

// ---- Within a block -----------------------------------------------------------------------------

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

// ---- Launches and completion --------------------------------------------------------------------

TEST_F(OrderOfWorks, AChildSeesItsLaunchersPastOnly) {
  Grid parent(host(), {}, 2);
  const Position other = parent.at(0, 9), other_block = parent.at(1, 0);
  const Position launch = parent.launch();
  Grid child(launch);
  EXPECT_TRUE(before(launch, child.at(0, 5)));
  EXPECT_FALSE(before(other, child.at())) << "M2: no barrier before the launch";
  EXPECT_FALSE(before(other_block, child.at())) << "M4";
  EXPECT_FALSE(before(parent.after_launch, child.at())) << "what comes after the launch";
}

TEST_F(OrderOfWorks, ABarrierBeforeTheLaunchBringsTheBlockAlong) {
  Grid parent(host());
  const Position other = parent.at(0, 9);
  barrier(parent.block[0], {});
  Grid child(parent.launch());
  EXPECT_TRUE(before(other, child.at(0, 1)));
}

TEST_F(OrderOfWorks, AParentNeverSeesItsChild) {
  Grid parent(host());
  Grid child(parent.launch());
  const Position written = child.at(0, 1);
  child.end();
  EXPECT_FALSE(before(written, parent.after_launch)) << "M3";
  const std::vector<Position> apart{parent.after_launch};
  barrier(parent.block[0], apart);
  EXPECT_FALSE(before(written, parent.at(0, 2)));
}

TEST_F(OrderOfWorks, StreamOrderIsOrderOfWholeTrees) {
  Grid parent(host());
  Grid first(parent.launch());
  Grid grandchild(first.launch());
  const Position deep = grandchild.at(0, 7);
  grandchild.end();
  first.end();
  Grid second(parent.launch(), {first.work});
  Grid third(parent.launch(), {second.work});
  EXPECT_TRUE(before(deep, second.at()));
  EXPECT_TRUE(before(deep, third.at()));
  Grid elsewhere(parent.launch());
  EXPECT_FALSE(before(deep, elsewhere.at())) << "another stream";
}

TEST_F(OrderOfWorks, ATailSeesAllThreadsOfItsParentAndItsOtherWork) {
  Grid parent(host(), {}, 2);
  Grid child(parent.launch(0, 3));
  const Position launch = parent.launch(1, 1);
  const Position late = parent.at(0, 50), childs = child.at(0, 2);
  child.end();
  Grid tail(launch, {parent.work});
  EXPECT_TRUE(before(late, tail.at()));
  EXPECT_TRUE(before(parent.after_launch, tail.at()));
  EXPECT_TRUE(before(childs, tail.at()));
  const Position tails = tail.at(0, 3);
  tail.end();
  Grid next(launch, {parent.work, tail.work});
  EXPECT_TRUE(before(tails, next.at()));
  EXPECT_TRUE(before(childs, next.at()));
}

TEST_F(OrderOfWorks, TheHostSeesWhatItJoined) {
  Grid a(host());
  Grid b(host());
  const Position in_a = a.at(), in_b = b.at();
  a.end();
  b.end();
  join_on_host(a.work);
  EXPECT_TRUE(before(in_a, current()));
  EXPECT_FALSE(before(in_b, current()));
  join_on_host(b.work);
  EXPECT_TRUE(before(in_b, current()));
  Grid c(host());
  EXPECT_TRUE(before(in_a, c.at()));
}

TEST_F(OrderOfWorks, WhatTheHostLaunchesDoesNotSeeUnjoinedWork) {
  Grid a(host());
  const Position in_a = a.at();
  a.end();
  Grid b(host());
  EXPECT_FALSE(before(in_a, b.at()));
  join_on_host(a.work);
  b.end();
  join_on_host(b.work);
}

TEST_F(OrderOfWorks, JoiningTheLastOfAStreamJoinsThoseBefore) {
  Grid a(host());
  const Position in_a = a.at();
  a.end();
  Grid b(host(), {a.work});
  b.end();
  join_on_host(b.work);
  EXPECT_TRUE(before(in_a, current()));
  EXPECT_GT(extra_of(current().phase).watermark, in_a.phase);
}

TEST_F(OrderOfWorks, ADeviceThreadMayJoinInCdp1) {
  Grid parent(host());
  Grid child(parent.launch());
  const Position written = child.at();
  child.end();
  resume(parent.after_launch, 0, 0);
  join(child.work);
  EXPECT_TRUE(before(written, current()));
  EXPECT_FALSE(before(written, parent.at(0, 1))) << "others need a barrier too";
  const std::vector<Position> apart{current()};
  barrier(parent.block[0], apart);
  EXPECT_TRUE(before(written, parent.at(0, 1)));
}

// ---- Long chains: operations are counted, not time ----------------------------------------------

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

// ---- Release and acquire ------------------------------------------------------------------------

class Release : public OrderTest {
 protected:
  /// The thread makes an atomic at `location`; gives its position afterwards.
  Position atomic(Position p, std::uintptr_t location = 64, Scope scope = Scope::kDevice) {
    resume(p, 0, 0);
    synchronise(base + location, {.scope = scope});
    return current();
  }
  Position fenced(Position p, Scope scope = Scope::kDevice) {
    resume(p, 0, 0);
    checker::fence(scope);
    return current();
  }
  /// An atomic, then a fence: acquires.
  Position acquired(Position p, std::uintptr_t location = 64, Scope scope = Scope::kDevice) {
    return fenced(atomic(p, location, scope), scope);
  }
  void SetUp() override { base += 4096; }
  static inline std::uintptr_t base = 0x5000'0000;
};

TEST_F(Release, FenceAndAtomicPublishToAnAtomic) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written));
  EXPECT_TRUE(before(written, acquired(g.at(1, 0))));
}

TEST_F(Release, WithoutAFenceNothingIsOrdered) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(written);
  EXPECT_FALSE(before(written, acquired(g.at(1, 0))));
}

TEST_F(Release, OtherLocationsSayNothing) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written), 64);
  EXPECT_FALSE(before(written, acquired(g.at(1, 0), 128)));
}

TEST_F(Release, WhatComesAfterTheFenceIsNotPublished) {
  Grid g(host(), {}, 2);
  const Position later = fenced(g.at(0, 3));
  atomic(later);
  EXPECT_FALSE(before(later, acquired(g.at(1, 0))));
}

TEST_F(Release, FencesOfAllThreadsPublishOnlyWhatCameBefore) {
  Grid g(host(), {}, 2);
  std::vector<Position> written, later;
  for (std::uint32_t t = 0; t < 64; ++t) {
    written.push_back(g.at(0, t));
    later.push_back(fenced(written.back()));  // where it writes again
  }
  const Phase phase = barrier(g.block[0], later);
  atomic({phase, 0});
  const Position reader = acquired(g.at(1, 0));
  for (const Position& w : written) EXPECT_TRUE(before(w, reader));
  for (const Position& l : later) EXPECT_FALSE(before(l, reader));
}

TEST_F(Release, AnAcquireBeforeTheReleaseGetsNothing) {
  Grid g(host(), {}, 2);
  const Position reader = acquired(g.at(1, 0));
  const Position written = g.at(0, 3);
  atomic(fenced(written));
  EXPECT_FALSE(before(written, reader));
}

TEST_F(Release, TheLastBlockSeesAllOthers) {
  constexpr unsigned kBlocks = 1000;
  Grid g(host(), {}, kBlocks);
  std::vector<Position> written;
  Position reader;
  for (unsigned b = 0; b < kBlocks; ++b) {
    written.push_back(g.at(b, 40));         // every thread writes
    barrier(g.block[b], {});                // __syncthreads()
    reader = acquired(fenced(g.at(b, 0)));  // thread 0: fence, atomicAdd, fence
  }
  const std::vector<Position> apart{reader};
  barrier(g.block.back(), apart);  // hands it to the block
  const std::uint64_t steps = state.order.steps;
  for (const Position& w : written) ASSERT_TRUE(before(w, g.at(kBlocks - 1, 9)));
  EXPECT_LT(state.order.steps - steps, kBlocks * 12);
}

TEST_F(Release, AllThreadsMayFenceBeforeTheBarrier) {
  Grid g(host(), {}, 2, 4);
  const Position written = g.at(0, 3);
  std::vector<Position> apart;
  for (std::uint32_t t = 0; t < 4; ++t) apart.push_back(fenced(g.at(0, t)));
  barrier(g.block[0], apart);
  atomic(g.at(0, 0));
  EXPECT_TRUE(before(written, acquired(g.at(1, 0))));
}

TEST_F(Release, AFenceOfThreadZeroBeforeTheBarrierCoversThreadZeroOnly) {
  Grid g(host(), {}, 2, 4);
  const Position mine = g.at(0, 0), others = g.at(0, 3);
  const std::vector<Position> apart{fenced(mine)};
  barrier(g.block[0], apart);
  atomic(g.at(0, 0));
  const Position reader = acquired(g.at(1, 0));
  EXPECT_TRUE(before(mine, reader));
  EXPECT_FALSE(before(others, reader));
}

TEST_F(Release, ASpinLockOrdersItsCriticalSections) {
  Grid g(host(), {}, 8);
  std::vector<Position> inside;
  for (unsigned b = 0; b < 8; ++b) {
    const Position locked = acquired(g.at(b, 0));  // CAS, fence
    for (const Position& earlier : inside) EXPECT_TRUE(before(earlier, locked));
    inside.push_back(locked);
    atomic(fenced(locked));  // fence, Exch
  }
}

TEST_F(Release, KnowledgeIsPassedOnThroughAThirdBlock) {
  Grid g(host(), {}, 3);
  const Position written = g.at(0, 3);
  atomic(fenced(written), 64);
  atomic(fenced(atomic(g.at(1, 0), 64)), 128);
  EXPECT_TRUE(before(written, acquired(g.at(2, 0), 128)));
}

TEST_F(Release, BlockScopeHoldsWithinTheBlockOnly) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written, Scope::kBlock), 64, Scope::kBlock);
  EXPECT_TRUE(before(written, acquired(g.at(0, 40), 64, Scope::kBlock)));
  EXPECT_FALSE(before(written, acquired(g.at(1, 0), 64)));
  EXPECT_FALSE(before(written, acquired(g.at(1, 1), 64, Scope::kBlock)));
}

TEST_F(Release, AWiderAtomicTakesWhatWasPublishedForItsBlock) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written, Scope::kBlock));
  EXPECT_TRUE(before(written, acquired(g.at(0, 40))));
  EXPECT_FALSE(before(written, acquired(g.at(1, 0))));
  Grid h(host(), {}, 2);
  const Position of_h = h.at(0, 3);
  atomic(fenced(of_h, Scope::kSystem), 64, Scope::kBlock);
  EXPECT_TRUE(before(of_h, acquired(h.at(0, 40), 64, Scope::kSystem)));
  EXPECT_FALSE(before(of_h, acquired(h.at(1, 0), 64, Scope::kSystem)));
}

TEST_F(Release, WhatCameFromFarIsPassedOnWithinTheBlockToo) {
  Grid g(host(), {}, 3);
  const Position written = g.at(0, 3);
  atomic(fenced(written), 64);
  const Position between = acquired(g.at(1, 0), 64);
  atomic(fenced(between, Scope::kBlock), 128, Scope::kBlock);
  EXPECT_TRUE(before(written, acquired(g.at(1, 40), 128, Scope::kBlock)));
  EXPECT_FALSE(before(written, acquired(g.at(2, 0), 128)));
}

TEST_F(Release, ANarrowFenceDoesNotUndoAWiderOne) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  const Position between = fenced(written);
  atomic(fenced(between, Scope::kBlock));
  const Position reader = acquired(g.at(1, 0));
  EXPECT_TRUE(before(written, reader));
  EXPECT_FALSE(before(between, reader));
}

TEST_F(Release, WhatTheWholeGridDidBeforeItMetIsPublishedToo) {
  Grid g(host(), {}, 8), h(host());
  const Position written = g.at(5, 40);
  grid_barrier(g.block, {});
  atomic(fenced(g.at(0, 0), Scope::kSystem), 64, Scope::kSystem);
  EXPECT_TRUE(before(written, acquired(h.at(), 64, Scope::kSystem)));
}

/// Whether `written` is ordered before `reader` once this much counts.
bool before_if(Position written, Position reader, Acquired counts) {
  return happens_before(make_stamp(written.phase, written.thread), reader, nullptr, counts);
}

TEST_F(Release, AnAtomicAcquiresWithAFenceOnly) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written));
  const Position taken = atomic(fenced(g.at(1, 0)));
  EXPECT_FALSE(before_if(written, taken, Acquired::kByBarrier));
  EXPECT_TRUE(before_if(written, taken, Acquired::kByNothing));
  const std::vector<Position> apart{taken};
  barrier(g.block[1], apart);
  EXPECT_FALSE(before(written, g.at(1, 5)));
  EXPECT_TRUE(before_if(written, g.at(1, 5), Acquired::kByBarrier));
  EXPECT_FALSE(before(written, fenced(g.at(1, 6), Scope::kBlock)));
  EXPECT_TRUE(before(written, fenced(g.at(1, 6))));
}

TEST_F(Release, AChildInheritsWhatItsLauncherAcquired) {
  Grid g(host(), {}, 2);
  const Position written = g.at(0, 3);
  atomic(fenced(written));
  acquired(g.at(1, 0));
  const Position launch = launched();
  Grid child(launch);
  EXPECT_TRUE(before(written, child.at(0, 7)));
}

TEST_F(Release, CompletionPassesOnWhatAGridAcquired) {
  Grid a(host());
  Grid b(host());
  const Position written = a.at(0, 3);
  atomic(fenced(written));
  atomic(b.at());
  b.end();
  Grid c(host(), {b.work});
  EXPECT_TRUE(before(written, c.at()));
  for (Grid* g : {&a, &c}) {
    g->end();
    join_on_host(g->work);
  }
}

TEST_F(Release, PollingWithoutNewsOpensNoPhases) {
  Grid g(host(), {}, 2);
  atomic(fenced(g.at(0, 3)));
  Position reader = atomic(g.at(1, 0));
  const Phase before_polls = next_phase();
  for (int i = 0; i < 100; ++i) reader = atomic(reader);
  EXPECT_EQ(next_phase(), before_polls);
}

TEST_F(Release, FencesInALoopDoNotPileUp) {
  Grid g(host(), {}, 1);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Position> apart{atomic(fenced(g.at(0, 0)))};
    barrier(g.block[0], apart);
  }
  EXPECT_LE(extra_of(g.at().phase).fenced.size(), 2U);
}

TEST_F(Release, AThreadThatGoesOnAtAFenceAfterABarrierKeepsItsBlocksPast) {
  Grid g(host(), {}, 1);
  const Position early = g.at(0, 9);
  barrier(g.block[0], {});
  EXPECT_TRUE(before(early, fenced(g.at(0, 0))));
}

}  // namespace
}  // namespace emu::checker
