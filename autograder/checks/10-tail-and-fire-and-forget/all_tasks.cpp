// What holds for all tasks: each launch is followed by a look at its own error.
#include "10-tail-and-fire-and-forget/runs.h"
#include "shared/every_launch.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

TEST(TailAndFireAndForget, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome sum = run_sum();
  const Outcome solver = run_solver(start_cells(20), 0.0f, 3);
  const Outcome slopes = run_slopes(4);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&sum, &solver, &slopes}));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(run_sum));
  ASSERT_NO_FATAL_FAILURE(
      expect_errors_returned([] { return run_solver(start_cells(5), 0.0f, 2); }));
  expect_errors_returned([] { return run_slopes(2); });
}

}  // namespace
