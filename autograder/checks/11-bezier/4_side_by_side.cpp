// Task 4: children that do not wait for one another.
#include "11-bezier/by_hand.h"
#include "11-bezier/runs.h"
#include "shared/independent.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

TEST(Bezier, SideBySideDrawsEveryLine) {
  expect_every_line_drawn([](const auto& lines) { return run_beside(lines); }, kBeside);
  if (HasFatalFailure()) return;
  const std::vector<Line> lines = some_lines(140);
  const int slots = slots_in_pool(kLeastSlots);
  const Outcome run = run_beside(lines, slots);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Draws(lines)) << with_slots(run, slots, 140, false);
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, CountsTheRefused(140, false));
  ASSERT_THAT(run, DrewAll(kBesideOrParents, lines));
  ASSERT_THAT(run.launches, SharesTheDrawing());
  ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  expect_drawn_again([](const auto& again) { return run_beside(again); }, kBesideOrParents);
}

TEST(Bezier, NoChildWaitsForAnother) {
  NEEDS_EMULATOR();
  const int n = 70;
  const Outcome run = run_beside(some_lines(n));
  ASSERT_THAT(run.launches, LaunchCount(n, Child("draw_line")));
  ASSERT_THAT(run.launches, EveryLaunch(Child(), Child().with_grid(1).with_block(kWarp)))
      << "each line gets one block of kWarp threads";
  ASSERT_THAT(run.launches, Independent(Child("draw_line"), "S1, S5, T3"))
      << "all threads of a block share its NULL stream (S1), and all threads of a grid its tail "
         "stream (T3): which stream has no other thread's grids in it?";
  EXPECT_THAT(run, Keeps("device-api"));  // of how streams are made
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, kBeside.somewhere());
  EXPECT_THAT(run.launches, SharesTheDrawing());
}

TEST(Bezier, SideBySideIsFaster) {
  NEEDS_EMULATOR();
  const std::vector<Line> lines = some_lines(kTimedLines);
  const Outcome run = run_beside(lines);
  ASSERT_THAT(run.launches, LaunchCount(kTimedLines, Child("draw_line")));
  EXPECT_THAT(
      run.launches, LaunchesMatcher("is fast enough", [](const Launches& l) -> Refusal {
        const double took = microseconds(l);
        if (took <= kMostMicroseconds) return {};
        return because(
            Cause::kValue,
            "1,024 lines take {:.0f} µs on the virtual clock; children that do not wait for one "
            "another take at most {:.0f} µs. Children in the NULL stream of one block do wait (S1)",
            took, kMostMicroseconds);
      }));
  EXPECT_THAT(run, DrewAll(kBeside, lines));
  EXPECT_THAT(run.launches, SharesTheDrawing());
}

}  // namespace
