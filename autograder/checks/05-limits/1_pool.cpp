// Task 1: a pool with a place for each grid that can be pending, and not far more.
//
// Whether a pool that is too small loses work depends on the schedule. So the pool itself is looked
// at, too, and under the late schedule all grids are pending at once.
#include <algorithm>
#include <string>

#include "05-limits/limits.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

struct Tree {
  int roots, branches;
  int grids() const { return roots * (1 + branches); }  // without the host's
};

// 20, 100 and 2,048 grids, more than the pool has slots when it is not set, full blocks, and more
// branches than a block of `plant` has threads.
constexpr Tree kTrees[] = {{4, 4}, {10, 9}, {32, 63}, {65, 40}, {1024, 1}, {1, 300}};
constexpr int kThreadsOfLeaf = 64;
constexpr int kLeastSlots = 32;
constexpr int kPlacesUnset = 2048;

Outcome run_tree(const Tree& t) {
  return EXERCISE(grow_tree, output<int>(t.roots * t.branches), output<int>(1), t.roots,
                  t.branches);
}

std::string places_words(const Outcome& run) {
  const auto pool = run.result<int>(1);
  if (pool.is_untouched(0)) return "";  // the function has returned before it wrote *pool
  return fmt::format(", and the pool has {} slots", pool[0]);
}

// The kernels of the first three tasks are given.
WroteResult GrownByLeaves() { return WroteResult(0, "leaf").of("branch"); }

void expect_all_leaves(const Tree& t) {
  const Outcome run = run_tree(t);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError()) << t.roots << " roots of " << t.branches << " branches make "
                                     << t.grids() << " grids" << places_words(run);
  ASSERT_THAT(run.result<int>(0), Elements([](int) {
                                    return kThreadsOfLeaf;
                                  }).mistaking([](int) { return 0; }, "leaves that never ran"));
  EXPECT_THAT(run, GrownByLeaves());
}

TEST(Limits, EveryLeafGrows) {
  for (const Tree& t : some_of(kTrees)) ASSERT_NO_FATAL_FAILURE(expect_all_leaves(t));
  const CalledTwice twice;
  expect_all_leaves({3, 20});
}

std::string why_wrong_pool(const Tree& t, int pool) {
  const std::string need = fmt::format(
      "*pool is {}, and with {} roots of {} branches {} grids can be pending at once: "
      "{} branches and {} leaves",
      pool, t.roots, t.branches, t.grids(), t.roots, t.roots * t.branches);
  if (pool == kPlacesUnset) return need + "; 2048 is the default of a pool that is not set (L1)";
  if (pool < t.grids()) {
    return need +
           ". A branch keeps its slot until its leaves are complete (L3), so none may be left out";
  }
  return need +
         ". Slots are for grids, not for their blocks or threads, and each takes device memory "
         "whether it is used or not (L1, L7)";
}

Judged HasSlotsFor(const Tree& t) {
  return {"sets the pool just high enough",
          [&t](const Outcome& run) -> Refusal {
            if (run.result<int>(1).is_untouched(0))
              return {};  // the error that it returned says why
            const int pool = run.result<int>(1)[0];
            const bool enough = pool >= t.grids();
            if (enough && pool <= std::max(2 * t.grids(), kLeastSlots)) return {};
            return because(why_wrong_pool(t, pool));
          },
          Cause::kCall};
}

TEST(Limits, PoolIsJustHighEnough) {
  for (const Tree& t : some_of({kTrees[1], kTrees[0], kTrees[3]})) {
    const Outcome run = run_tree(t);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasSlotsFor(t));
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
    ASSERT_THAT(run, SaysWhatItHas<int>("pool", &harness::DeviceLimits::pool));
    ASSERT_THAT(run, GrownByLeaves().somewhere());
  }
}

TEST(Limits, PoolIsSetBeforeTheLaunch) {
  NEEDS_EMULATOR();
  expect_errors_returned([] { return run_tree({2, 1}); });
  const Outcome run = run_tree(kTrees[1]);
  ASSERT_THAT(run.launches, Contains(FromHost("plant")));
  ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit")) << kSayItBefore;
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, GrownByLeaves().somewhere());
}

}  // namespace
