// Task 4: launches that are refused, and those that would not pay.
#include <utility>

#include "12-quadtree/built_tree.h"

namespace {

using namespace checks;

TEST(Quadtree, NothingIsLost) {
  expect_right_tree(spread(240), {5, 1, 0, 32});  // so many that every schedule has refusals
  expect_right_tree(crowded(150), {6, 1, 0, 32});
}

Refusal why_wrong_refused(const Outcome& run, int pool) {
  const int told = run.result<int>(2)[0];
  const auto refused = run.launches.refused().size();
  if (std::cmp_equal(told, refused)) return {};
  return because(
      "*refused is {}, but with a pool of {} slots the device refused {} launches. Threads of many "
      "blocks count in one word, so each must add 1 atomically, and only for a refused launch: a "
      "node that launches nothing counts nothing",
      told, pool, refused);
}

Judged CountsTheRefused(int pool) {
  return {"counts the refused",
          [pool](const Outcome& run) { return why_wrong_refused(run, pool); }};
}

TEST(Quadtree, RefusedAreCounted) {
  NEEDS_EMULATOR();
  for (const auto& [pool, points] :
       {std::pair{32, spread(240)}, {32, crowded(110)}, {100, spread(300)}, {kPool, spread(20)}}) {
    const TreeRules rules{6, 1, 0, pool};
    const Outcome run = run_build(points, rules);
    expect_tree(run, reference(points, rules));
    if (HasFatalFailure()) return;
    ASSERT_THAT(run.launches, Contains(Child("divide")));
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_THAT(run, CountsTheRefused(pool));
    ASSERT_THAT(run, WroteRefused(run));
  }
}

TEST(Quadtree, NoGridForAFew) {
  NEEDS_EMULATOR();
  const Points points = crowded(150);
  for (const int few : {8, 40, 150}) {
    const TreeRules rules{5, 1, few, kPool};
    const Reference tree = reference(points, rules);
    const Outcome run = run_build(points, rules);
    const auto large = static_cast<std::size_t>(divided_with_more_than(tree, few));
    ASSERT_THAT(run.launches, LaunchCount(large, Child())) << fmt::format(
        "few is {}: {} nodes are divided, {} of them have more than {} points, and "
        "only these launch",
        few, divided_with_more_than(tree, 0), large, few);
    expect_tree(run, tree);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, CountsTheRefused(kPool)) << fmt::format("few is {}", few);
  }
}

}  // namespace
