// What holds for all tasks: each launch is followed by a look at its own error.
#include "04-pointers-to-children/runs.h"
#include "shared/every_launch.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// Of checks of launches: children draw, whatever their kernel is called.
WroteResult SomeDrawnByChildren() { return WroteResult(0).of("draw_curves").somewhere(); }

TEST(PointersToChildren, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome curves = run_curves(3, 20);
  const Outcome tiles = run_refine(2);
  const Outcome sums = run_sums({10, 20}, 1);
  ASSERT_NO_FATAL_FAILURE(expect_every_launch_checked({&curves, &tiles, &sums}));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_curves(2, 5); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_refine(1); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_sums({10}, 1); }));
  // Block 0 has no room: its thread that launches for all blocks must ask for the error, too.
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_sums({kTooLarge, 10}, 1); }));
  EXPECT_THAT(curves, SomeDrawnByChildren());
  EXPECT_THAT(tiles, WroteResult(0, "refine").somewhere());
  EXPECT_THAT(sums, WroteResult(0, "add_products").somewhere());
}

}  // namespace
