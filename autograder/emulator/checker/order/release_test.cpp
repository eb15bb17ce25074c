// Release and acquire: what fences and atomics publish, and who takes it.
#include "checker/order/release.h"

#include <gtest/gtest.h>

#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/order.h"
#include "checker/resume.h"
#include "checker/state.h"

namespace emu::checker {
namespace {

class Release : public OrderTest {
 protected:
  /// The thread makes an atomic at `location`; gives its position afterwards.
  Position atomic(Position p, std::uintptr_t location = 64, Scope scope = Scope::kDevice) {
    resume(p, 0, 0);
    synchronize(base + location, {.scope = scope});
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

TEST_F(Release, WhoPollsPublishesNothingTwice) {
  Grid g(host(), {}, 2);
  std::vector<Position> threads;
  for (std::uint32_t t = 0; t < 64; ++t) threads.push_back(t < 3 ? fenced(g.at(0, t)) : g.at(0, t));
  Position poller = atomic({barrier(g.block[0], threads), 0});
  const std::size_t published = state.order.records.at(base + 64)->list.size();
  for (int i = 0; i < 100; ++i) poller = atomic(poller);
  EXPECT_EQ(state.order.records.at(base + 64)->list.size(), published);
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

constexpr std::uintptr_t kPlace = std::uintptr_t{1} << 63 | 5;

/// Where a thread is after it has arrived at a cluster's barrier, or has waited there.
Position arrived(Position thread) {
  resume(thread, 0, 0);
  arrive_in_cluster(kPlace);
  return current();
}
Position waited(Position thread) {
  resume(thread, 0, 0);
  depart_in_cluster(kPlace);
  return current();
}

TEST_F(Release, WhatAThreadDidBeforeItArrivedIsOrderedBeforeWhoWaits) {
  Grid g(host(), {}, 2);
  const Position written = g.at(1, 40);
  const Position meanwhile = arrived(written);
  const Position reader = waited(g.at(0, 3));
  EXPECT_TRUE(before(written, reader));
  EXPECT_FALSE(before(meanwhile, reader));
  EXPECT_FALSE(before(g.at(1, 8), reader)) << "that thread has not arrived";
  forget_place(kPlace);
}

TEST_F(Release, AThreadThatWaitsMayHaveArrivedBeforeOthersDidInTwoSteps) {
  Grid g(host(), {}, 2);
  const Position written = g.at(1, 40);
  arrive_in_cluster(kPlace, written);
  EXPECT_TRUE(before(written, waited(g.at(0, 3))));
  forget_place(kPlace);
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
