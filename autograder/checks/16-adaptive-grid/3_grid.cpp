// Task 3: the grid, with any field and any depth.
#include "16-adaptive-grid/grids.h"

namespace {

using namespace checks;

/// Covers the square. Where it does not, that is as telling as a time limit that larger grids meet.
void expect_small_cover(const Rules& rules) {
  const Outcome run = run_grid(rules);
  expect_clean(run, rules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Judged(
                       "covers the square",
                       [&](const Outcome& o) { return why_not_covered(o, rules); }, Cause::kEnding))
      << words(rules);
  expect_refined_on_the_device(run, rules);
}

TEST(AdaptiveGrid, LeavesCoverTheSquare) {
  // The first is so small that cells worked on again and again take no long time; then one that is
  // divided everywhere; the last is of few cells, and of all levels that there can be.
  const Rules tiny{kFront, kTolerance, 0, 2, kPool};
  expect_small_cover(tiny);
  if (HasFatalFailure()) return;
  for (const Rules& rules :
       some_of({kFrontRules, Rules{kFront, kTolerance, 0, 5, kPool}, Rules{kPole, 0, 0, 5, kPool},
                Rules{kPole, 0.2f, 0, 7, kPool}})) {
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_refined_on_the_device(run, rules));
  }
}

TEST(AdaptiveGrid, LeavesTellTheField) {
  for (const float tolerance : some_of({kTolerance, 0.2f})) {
    const Rules rules{kFront, tolerance, 2, 6, kPool};
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules));
    ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_refined_on_the_device(run, rules));
  }
}

TEST(AdaptiveGrid, LeavesAreFew) {
  for (const Rules& rules : some_of(
           {kFrontRules, Rules{kFront, kTolerance, 2, 7, 4096}, Rules{kConstant, 0, 0, 6, kPool},
            Rules{kSlope, kTolerance, 0, 6, kPool}, Rules{kStep, 0.75f, 3, 6, kPool}})) {
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_THAT(run, HasFewLeaves(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_refined_on_the_device(run, rules));
  }
}

TEST(AdaptiveGrid, OddFields) {
  std::vector<Rules> all = {{kNeedle, kTolerance, 4, 7, kPool}};
  for (const Field field : {kStep, kObstacle, kPole, kNowhere}) {
    all.push_back({field, kTolerance, 0, 6, kPool});
    all.push_back({field, kTolerance, 2, 4, kPool});
  }
  for (const Rules& rules : some_of(all)) expect_grid(rules);
}

TEST(AdaptiveGrid, DepthIsLimited) {
  for (const int max_level : some_of({0, 1, 2, 3}))
    expect_grid({kFront, kTolerance, 0, max_level, kPool});
  for (const int max_level : some_of({1, 4})) expect_grid({kPole, 0, 1, max_level, kPool});
  const CalledTwice twice;
  expect_grid({kFront, kTolerance, 0, 3, kPool});
}

Refusal why_not_uniform(const Outcome& run, int level) {
  const int count = run.result<int>(1)[0], all = cells_of_level(level);
  if (count == all) return {};
  return because("*count is {}; it should be {}, all cells of the level", count, all);
}

TEST(AdaptiveGrid, AsTheUniformGrid) {
  for (const int level : some_of({0, 3, 5})) {
    const Rules rules{kFront, kTolerance, level, level, kPool};
    const Outcome uniform =
        EXERCISE(uniform_grid, output<Leaf>(cells_of_level(level)), output<int>(1), rules);
    ASSERT_THAT(uniform, FinishedCleanly());
    ASSERT_THAT(uniform, Covers(rules)) << "this is the uniform version, which is given";
    ASSERT_THAT(uniform, TellsTheField(rules)) << "this is the uniform version, which is given";
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Judged("has all cells",
                            [level](const Outcome& o) { return why_not_uniform(o, level); }))
        << words(rules);
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_refined_on_the_device(run, rules));
  }
}

}  // namespace
