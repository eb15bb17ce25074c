// Task 4: grids that launch grids, level by level, down to the last level.
#include <map>
#include <utility>

#include "01-first-child-grid/children.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// branches to the power of level, as far as there are levels.
int grids_at(int level, int branches, int last_level) {
  if (level > last_level) return 0;
  int grids = 1;
  for (int l = 0; l < level; ++l) grids *= branches;
  return grids;
}

TEST(FirstChildGrid, AChainEndsAtTheLastLevel) {
  // Grids of CDP2 nest as deep as the pool has room.
  for (const int last_level : some_of({0, 12, 40})) {
    const Outcome run = run_tree(1, last_level);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, PoolHasRoom());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0), Elements([&](int l) { return grids_at(l, 1, last_level); }));
    // Somewhere: hosts may add up what grids have counted.
    EXPECT_THAT(run,
                WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
  }
}

void expect_levels(int branches, int last_level) {
  const Outcome run = run_tree(branches, last_level);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([&](int l) { return grids_at(l, branches, last_level); }));
  EXPECT_THAT(run, WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
}

TEST(FirstChildGrid, LevelsAreCounted) {
  // The second tree is wide: many more grids than levels are pending.
  for (const auto& [branches, last_level] : some_of({std::pair{3, 4}, {40, 1}})) {
    expect_levels(branches, last_level);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_levels(2, 2);
}

// Level by level: how many grids, each launched by a thread of its own.
Refusal why_wrong_tree(const Launches& launches, int branches, int last_level) {
  std::map<int, int> grids;
  std::set<std::pair<int, int>> launchers;
  for (const Launch& l : launches) {
    ++grids[l.depth];
    if (!l.from_host() && !launchers.insert({l.parent, l.parent_thread.x}).second) {
      return refusal_at(l, "thread {} of a grid at level {} launches more than one grid",
                        l.parent_thread.x, l.depth - 1);
    }
  }
  for (int level = 0; level <= last_level; ++level) {
    const int asked = grids_at(level, branches, last_level);
    if (grids[level] == asked) continue;
    return because(
        "level {} has {} grids instead of {}: every thread of the level above should "
        "launch one (K2)",
        level, grids[level], asked);
  }
  return {};
}

LaunchesMatcher FormsATree(int branches, int last_level) {
  return {"a tree in which every thread above the last level launches one grid",
          [=](const Launches& l) { return why_wrong_tree(l, branches, last_level); }};
}

TEST(FirstChildGrid, TreeHasItsShape) {
  NEEDS_EMULATOR();
  const int branches = 3, last_level = 3;
  const Outcome run = run_tree(branches, last_level);
  ASSERT_THAT(run.launches, LaunchesAny("descend"));
  ASSERT_THAT(run.launches, OneBlockOf(branches, "descend"));
  ASSERT_THAT(run.launches, NoLaunchBeyond(last_level));
  ASSERT_THAT(run.launches, FormsATree(branches, last_level));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
}

}  // namespace
