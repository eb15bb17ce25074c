// What holds for all tasks: events are destroyed, and each launch is followed by a look at its
// error.
#include "09-events/runs.h"
#include "shared/destroyed_once.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// One of each kind of grid that writes results: what is in the runs of all three tasks.
WroteResult WroteSomething() {
  return WroteResult(0, "d").or_by("blend_row").or_by("tile").somewhere();
}

// No more events than there are grids to wait for.
Refusal why_too_many_events(const Outcome& run, int most) {
  const int created = successful_calls(run, "cudaEventCreateWithFlags");
  if (created <= most) return {};
  return because(
      "{} creates {} events where {} would be one for each grid: an input as small as this one "
      "has no more grids to wait for, and each event occupies a slot until the grid that created "
      "it is complete (E5)",
      run.entry_point, created, most);
}

ReportMatcher CreatesAtMost(int events) {
  return {"creates few events",
          [events](const Outcome& run) { return why_too_many_events(run, events); }};
}

TEST(Events, EventsAreMadeAndDestroyed) {
  NEEDS_EMULATOR();
  const int rows = 6, columns = 4;
  const Outcome four = run_diamond(10), blends = run_rows(rows, 3),
                tiles = run_tiles(rows, columns), few_tiles = run_tiles(2, 2),
                a_row = run_rows(1, 3), a_tile = run_tiles(1, 1);
  for (const auto& [run, grids] : {std::pair{&four, 4},
                                   {&blends, 2 * rows},
                                   {&tiles, rows * columns},
                                   {&few_tiles, 4},
                                   {&a_row, 2},
                                   {&a_tile, 1}}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(*run, Keeps("device-api"));
    ASSERT_THAT(*run, CreatesAtMost(grids));
    ASSERT_THAT(*run, EachDestroyedOnce("Event")) << "in " << run->entry_point;
    EXPECT_THAT(*run, EachDestroyedOnce("Stream")) << "in " << run->entry_point;
    EXPECT_THAT(*run, WroteSomething()) << "in " << run->entry_point;
  }
}

TEST(Events, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome four = run_diamond(10), blends = run_rows(3, 3), tiles = run_tiles(2, 2);
  for (const Outcome* run : {&four, &blends, &tiles}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
    ASSERT_THAT(*run, WroteSomething()) << "in " << run->entry_point;
  }
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_diamond(10); }));
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned([] { return run_rows(2, 3); }));
  expect_errors_returned([] { return run_tiles(2, 1); });
}

}  // namespace
