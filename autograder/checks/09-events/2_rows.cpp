// Task 2: a row is blended when it and the rows beside it are made.
#include <map>
#include <string>
#include <tuple>

#include "09-events/runs.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int made(int row, int i) { return (37 * row + 11 * i) % 101; }

int blend(int row, int i, int rows) {
  return made(std::max(row - 1, 0), i) + 2 * made(row, i) + made(std::min(row + 1, rows - 1), i);
}

void expect_blended(int rows, int width) {
  watch_reads();
  const Outcome run = run_rows(rows, width);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(width),
              Elements([=](int k) { return blend(k / width, k % width, rows); })
                  .mistaking([](int) { return -1; }, "rows that no grid blended")
                  .mistaking([=](int k) { return 2 * made(k / width, k % width); },
                             "rows blended with neighbors that were not made yet"));
  EXPECT_THAT(run, WroteResult(0, "blend_row"));
  EXPECT_THAT(run, Reads("blend_row", "make_row", rows * width));
}

TEST(Events, RowsAreBlended) {
  for (const auto& [rows, width] : {std::pair{37, 20}, {64, 3}, {1, 5}})
    ASSERT_NO_FATAL_FAILURE(expect_blended(rows, width));
  const CalledTwice twice;
  expect_blended(5, 3);
}

// A row waits for itself and for those beside it.
Edges neighbors(int rows) {
  return {Child("blend_row"),
          Child("make_row"),
          static_cast<std::size_t>(rows),
          [](std::size_t made, std::size_t row) { return made <= row + 1 && row <= made + 1; },
          [](std::size_t row) { return fmt::format("row {}", row); },
          {by_rows(static_cast<std::size_t>(rows), 1)}};
}

// Races of the rows are told by the edges that are missing; these are of the parent's threads.
Refusal why_events_are_shared_too_early(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" || d.cites != "M11") continue;
    return refusal_at(
        d, Cause::kOrder,
        d.message +
            "\nthread r creates and records made[r]; the others may use it only after all "
            "threads have recorded theirs: put a barrier in between");
  }
  return {};
}

// A thread that launches the rows of others has their events without a barrier.
Refusal why_not_its_own_row(const Launches& launches, const std::string& kernel) {
  std::map<std::tuple<int, int, int>, const Launch*> of_thread;
  for (const Launch& l : launches) {
    if (!Child(kernel).matches(l)) continue;
    const auto [found, is_first] =
        of_thread.try_emplace({l.parent, l.parent_block.x, l.parent_thread.x}, &l);
    if (is_first) continue;
    return refusal_at(l, Cause::kCall,
                      "thread {} launches {} twice (lines {} and {}): each thread must make and "
                      "blend its own row, and finds in made[] the events that other threads "
                      "recorded",
                      l.parent_thread.x, kernel, found->second->line, l.line);
  }
  return {};
}

LaunchesMatcher LaunchesItsOwnRow(const std::string& kernel) {
  return {"launches its own row",
          [kernel](const Launches& launches) { return why_not_its_own_row(launches, kernel); }};
}

TEST(Events, NeighborsAreMadeBefore) {
  NEEDS_EMULATOR();
  watch_reads();
  const int rows = 37, width = 4;  // more than a warp
  const Outcome run = run_rows(rows, width);
  ASSERT_THAT(run, ReportMatcher("shares its events in order", why_events_are_shared_too_early));
  ASSERT_THAT(run.launches, LaunchCount(rows, Child("make_row")));
  ASSERT_THAT(run.launches, LaunchCount(rows, Child("blend_row")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"make_row", "blend_row"}));
  for (const char* kernel : {"make_row", "blend_row"})
    ASSERT_THAT(run.launches, LaunchesItsOwnRow(kernel));
  ASSERT_THAT(run.launches, NoFewerEdges(neighbors(rows)));
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "blend_row").somewhere());
  EXPECT_THAT(run, Reads("blend_row", "make_row", rows * width));
}

TEST(Events, RowsWaitForNeighborsOnly) {
  NEEDS_EMULATOR();
  const int rows = 9;
  const Outcome run = run_rows(rows, 4);
  for (const char* kernel : {"make_row", "blend_row"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5, E8"));
  }
  EXPECT_THAT(run.launches, NoMoreEdges(neighbors(rows)));
  EXPECT_THAT(run, WroteResult(0, "blend_row").somewhere());
}

}  // namespace
