// What holds for all tasks: each launch is followed by a look at its own error.
#include "07-synchronization/runs.h"
#include "shared/every_launch.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

TEST(Synchronization, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome sort = run_sort(keys_of(50, 1));
  const Outcome scores = run_score(Shares(60, 3));
  const Outcome tree = run_tree(Nodes(40, 9));
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&sort, &scores, &tree}));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_sort({1, 0}); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_score(Shares(6, 2)); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_tree(Nodes(4, 2)); }));
  // Errors of the first batch, which the second one follows, and of the last one.
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_batches(2, 2); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_batches(2, 1); }));
  EXPECT_THAT(sort, PlacedByChildren().somewhere());
  EXPECT_THAT(scores, WroteResult(0, "write_scores").somewhere());
  EXPECT_THAT(tree, WroteResult(0, "add_halves").somewhere());
}

}  // namespace
