// Task 1: one child grid for all boards that a warp makes.
#include "28-persistent-queues/queens.h"
#include "shared/launches_at_most.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

constexpr int kPool = 2048;

Outcome run_warps(const Case& one, int pool = kPool) {
  return EXERCISE(queens_by_warps, output<int>(one.n + 1), one.n, one.split, pool);
}

const char* const kLostByWarp =
    "each lane with a child writes it into the list, and the grid that is launched for the warp "
    "has one block for each of them, from the first of their places on";
const char* const kTwiceByWarp =
    "each board has its own place in the list, and one block of one grid works on it, or its lane "
    "counts it alone, but not both";

Judged CountsBoardsOfWarps(const Tree& tree) {
  return {"counts each board once", [tree](const Outcome& run) {
            return why_other_counts(run.result<int>(0), tree, kLostByWarp, kTwiceByWarp);
          }};
}

void expect_counted(const Outcome& run, const Case& one, const std::string& when = "") {
  const Tree tree = tree_of(one);
  ASSERT_THAT(run, NoTwoInOnePlace(
                       "two lanes write to one place of the list: the places of a warp begin at "
                       "what its atomicAdd(list.count, …) returned, and each lane adds how many "
                       "lanes with a child are below it"))
      << words(one) << when;
  ASSERT_THAT(run,
              NoFinding("missing-fence", "M4",
                        "a child must read only the boards of its own warp, from the first of "
                        "their places on: these are ordered before its launch, others are not"))
      << words(one) << when;
  ASSERT_THAT(run, FinishedCleanly()) << words(one) << when;
  ASSERT_THAT(run, ReturnsNoError()) << words(one) << when;
  ASSERT_THAT(run, CountsBoardsOfWarps(tree)) << words(one) << when;
  EXPECT_THAT(run, WroteResult(0).where([&](int r) { return tree.counts[r] != 0; }));
}

TEST(PersistentQueues, ChildrenCountBoards) {
  for (const Case& one : some_of({Case{5, 5}, {6, 3}, {1, 1}, {4, 4}, {3, 2}})) {
    ASSERT_NO_FATAL_FAILURE(expect_counted(run_warps(one), one));
  }
}

Refusal why_other_blocks(const Launches& launches, const Tree& tree) {
  const Launch* first = nullptr;
  int blocks = 0;
  for (const Launch& l : launches) {
    if (!Child("explore_boards").matches(l)) continue;
    if (first == nullptr) first = &l;
    blocks += static_cast<int>(l.grid.x);
  }
  if (first == nullptr) return because("no warp launches explore_boards yet");
  if (blocks == tree.tasks - 1) return {};
  return refusal_at(first, Cause::kCall,
                    "all launches of explore_boards together have {} blocks for {} boards: launch "
                    "one block for each lane that has a child, __popc of their ballot",
                    blocks, tree.tasks - 1);
}

TEST(PersistentQueues, OneLaunchPerWarp) {
  NEEDS_EMULATOR();
  for (const Case& one : some_of({Case{5, 5}, {6, 3}})) {
    const Tree tree = tree_of(one);
    const Outcome run = run_warps(one);
    EXPECT_THAT(run.launches,
                LaunchesAtMost(tree.parents, Child("explore_boards").of("explore_boards")))
        << "a warp launches once for all of its lanes, and not at all if no lane has a child; "
        << words(one);
    EXPECT_THAT(run.launches,
                (LaunchesMatcher{"has a block per board",
                                 [&](const Launches& all) { return why_other_blocks(all, tree); }}))
        << words(one);
    EXPECT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_NO_FATAL_FAILURE(expect_counted(run, one));
  }
}

// A launch was refused, and boards are missing.
Refusal why_lost_with_launch(const Outcome& run, const Tree& tree) {
  const Refusal wrong = why_other_counts(run.result<int>(0), tree, "", "");
  if (wrong.why.empty() || run.launches.refused().empty()) return {};
  const Launch& refused = run.launches.refused().front();
  const int blocks = static_cast<int>(refused.grid.x);
  return refusal_at(refused, Cause::kCall,
                    "this launch of {} for {} boards was refused with {} ({}), and boards are {}. "
                    "All {} lanes that have a child must be told, by a shuffle from the lane "
                    "that launches, and each counts its own child with count_alone\n{}",
                    refused.kernel, blocks, refused.error_name, refused.error,
                    wrong.why.find("lost") != std::string::npos ? "lost" : "counted twice", blocks,
                    wrong.why.substr(0, wrong.why.find(". Boards")));
}

TEST(PersistentQueues, RefusedLaunchesLoseNothing) {
  const Case one{5, 5};
  const Tree tree = tree_of(one);
  const auto expect = [&](const Outcome& run, const std::string& when) {
    EXPECT_THAT(run, ReportMatcher("loses nothing",
                                   [&](const Outcome& o) {
                                     return o.finished() ? why_lost_with_launch(o, tree)
                                                         : Refusal{};
                                   }))
        << words(one) << when;
    ASSERT_NO_FATAL_FAILURE(expect_counted(run, one, when));
  };
  for (const int number : some_of({1, 2, 7})) {
    ASSERT_NO_FATAL_FAILURE(expect(run_refusing(number, [&] { return run_warps(one); }),
                                   fmt::format(", launch {} of the device is refused", number)));
    ASSERT_NO_FATAL_FAILURE(expect(run_refusing(
                                       number, [&] { return run_warps(one); }, kTooFewResources),
                                   fmt::format(", launch {} of the device is refused", number)));
  }
  const Case large{6, 6};
  expect_counted(run_warps(large, slots_in_pool(32)), large, ", with a pool of 32 slots");
}

}  // namespace
