// What holds for all tasks: each launch is followed by a look at its own error.
#include "02-loops-to-grids/runs.h"
#include "shared/every_launch.h"

namespace {

using namespace checks;

TEST(LoopsToGrids, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Ranges some({40, 300, 0}, 1);
  const Matrix matrix({40, 300, 0}, 10);
  const Outcome ranges = run_raise(some);
  const Outcome rows = run_multiply(matrix, 20);
  const Outcome rounds = run_rounds(2, 2, 10);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&ranges, &rows, &rounds}));
  const auto raise = [] { return run_raise(Ranges({40}, 1)); };
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(raise));
  const auto multiply = [] { return run_multiply(Matrix({40}, 10), 20); };
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(multiply));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_rounds(1, 2, 10); }));
  expect_something_raised(ranges, some);
  EXPECT_THAT(rows, AddedUpByGrids(matrix).somewhere());
  EXPECT_THAT(rounds, WroteResult(0));
}

}  // namespace
