// What holds for all tasks: each launch is followed by a look at its own error.
#include "01-first-child-grid/children.h"
#include "shared/every_launch.h"

namespace {

using namespace checks;

TEST(FirstChildGrid, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome families = EXERCISE(record_families, output<int>(70 * 7), 70, 7);
  const Outcome groups = EXERCISE(claim_groups, output<int>(100), 100, 7);
  const Outcome tree = run_tree(2, 2);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&families, &groups, &tree}));
  const auto run_families = [] { return EXERCISE(record_families, output<int>(3 * 2), 3, 2); };
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(run_families));
  const auto run_groups = [] { return EXERCISE(claim_groups, output<int>(10), 10, 4); };
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(run_groups));
  expect_errors_returned([] { return run_tree(1, 2); });
}

}  // namespace
