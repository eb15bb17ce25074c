// Task 3: in little virtual time.
#include "16-adaptive-grid/grids.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

// Large enough for launches to tell, and a pool that refuses nobody.
const Rules kSpeedRules{kFront, 0.005f, 2, 7, 8192};

// What a fire-and-forget child for each part takes for them on the virtual clock. That a program
// which does so fails here is shown by a mistake of the lesson.
constexpr double kChildACell = 1240;

void expect_faster(double times) {
  const Outcome run = run_grid(kSpeedRules);
  expect_clean(run, kSpeedRules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Covers(kSpeedRules));
  ASSERT_THAT(run, TellsTheField(kSpeedRules));
  ASSERT_THAT(
      run,
      Judged("is fast",
             [times](const Outcome& o) -> Refusal {
               const double time = microseconds(o.launches);
               if (times * time <= kChildACell) return {};
               return because(
                   "this took {:.0f} µs on the virtual clock, with {} launches by the device. One "
                   "fire-and-forget child per part takes {:.0f} µs, and this must be {} times as "
                   "fast: at most {:.0f} µs. How many cells does one launch serve, and how many "
                   "blocks work at once?",
                   time, o.launches.size() - 1, kChildACell, times, kChildACell / times);
             }))
      << words(kSpeedRules) << fmt::format(", and a tolerance of {}", kSpeedRules.tolerance);
  expect_refined_on_the_device(run, kSpeedRules);
}

TEST(AdaptiveGrid, ThreeTimesAsFastAsAChildACell) {
  NEEDS_EMULATOR();
  expect_faster(3);
}

TEST(AdaptiveGrid, SixTimesAsFastAsAChildACell) {
  NEEDS_EMULATOR();
  expect_faster(6);
}

}  // namespace
