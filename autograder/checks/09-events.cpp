// Checks of lesson 09: every edge that is asked for, under every schedule, and no edge more.
//
// That an edge is missing is told by the race checker; that there is one too many, by the order
// that streams and events promise.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "destroyed_once.h"
#include "exercise.h"
#include "harness/harness.h"
#include "independent.h"
#include "one_block.h"
#include "refused_launch.h"
#include "returned_error.h"

namespace {

using namespace harness;
using checks::EachDestroyedOnce;
using checks::Independent;
using checks::ReturnsNoError;
using checks::successful_calls;

// Which grids of one kernel wait for which of another, directly or over others. They are numbered
// row by row: 0, 1, …
struct Edges {
  LaunchPattern later, earlier;
  std::size_t grids;
  std::function<bool(std::size_t earlier, std::size_t later)> is_asked;
  std::function<std::string(std::size_t)> name;  // of grid k: "row 3"

  // For how many each of them should wait, fewest first.
  std::vector<std::size_t> asked() const {
    std::vector<std::size_t> counts(grids);
    for (std::size_t k = 0; k < grids; ++k) {
      for (std::size_t before = 0; before < grids; ++before) counts[k] += is_asked(before, k);
    }
    std::ranges::sort(counts);
    return counts;
  }
};

struct Waiting {
  std::size_t count;
  const Launch* grid;
};

std::size_t predecessors(const Launches& launches, const LaunchPattern& earlier,
                         const Launch& later) {
  return static_cast<std::size_t>(std::ranges::count_if(
      launches, [&](const Launch& l) { return earlier.matches(l) && launches.ordered(l, later); }));
}

// Fewest first.
std::vector<Waiting> waiting(const Launches& launches, const Edges& edges) {
  std::vector<Waiting> found;
  for (const Launch& l : launches) {
    if (edges.later.matches(l)) found.push_back({predecessors(launches, edges.earlier, l), &l});
  }
  std::ranges::stable_sort(found, {}, &Waiting::count);
  return found;
}

Refusal why_too_few(const Launches& launches, const Edges& edges) {
  const std::vector<Waiting> found = waiting(launches, edges);
  const std::vector<std::size_t> asked = edges.asked();
  for (std::size_t i = 0; i < found.size() && i < asked.size(); ++i) {
    const auto& [count, grid] = found[i];
    if (count >= asked[i]) continue;
    return {
        fmt::format("{} waits for {} of: {}; it should wait for {}. A wait holds back "
                    "what is launched after it into the stream that waits; it is for what was in "
                    "the other stream when the event was recorded, and an event that is not "
                    "recorded yet holds back nothing (E1, E8)",
                    launch_words(*grid), count, edges.earlier.words(), asked[i]),
        grid->file, grid->line};
  }
  return {};
}

// The grids like `pattern` by launching thread, those of one thread as launched: row by row in
// every program that launches row by row, or has a thread for each row.
std::vector<const Launch*> row_by_row(const Launches& launches, const LaunchPattern& pattern) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (pattern.matches(l)) found.push_back(&l);
  }
  std::ranges::stable_sort(found, {}, [](const Launch* l) { return l->parent_thread.x; });
  return found;
}

// An edge that is there and not asked for, in words; none where the launches have another order
// than row by row: then an edge that is asked for would seem to be missing.
std::string superfluous_edge(const Launches& launches, const Edges& edges) {
  const auto later = row_by_row(launches, edges.later),
             earlier = row_by_row(launches, edges.earlier);
  if (later.size() != edges.grids || earlier.size() != edges.grids) return {};
  std::string first;
  for (std::size_t k = 0; k < edges.grids; ++k) {
    for (std::size_t before = 0; before < edges.grids; ++before) {
      const bool is_there = launches.ordered(*earlier[before], *later[k]);
      if (edges.is_asked(before, k) && !is_there) return {};
      if (edges.is_asked(before, k) || !is_there || !first.empty()) continue;
      first = fmt::format("{} of {} (line {}) waits for {} of {} (line {}) and does not need it",
                          later[k]->kernel, edges.name(k), later[k]->line, earlier[before]->kernel,
                          edges.name(before), earlier[before]->line);
    }
  }
  return first;
}

Refusal why_too_many(const Launches& launches, const Edges& edges) {
  const std::vector<Waiting> found = waiting(launches, edges);
  std::size_t total = 0, asked = 0;
  for (const Waiting& w : found) total += w.count;
  for (const std::size_t count : edges.asked()) asked += count;
  if (total <= asked) return {};
  const Launch& last = *found.back().grid;
  const std::string edge = superfluous_edge(launches, edges);
  return {fmt::format("{}the {} grids {} wait for {} of: {}, directly or over others, where {} "
                      "would do. A stream waits for all that is before it in the stream "
                      "(S5), and an event stands for all that was in the stream when it was last "
                      "recorded: record it right after the grid that is meant, and let others wait "
                      "for it before it is recorded again (E8)",
                      edge.empty() ? "together " : edge + ". Together ", found.size(), last.kernel,
                      total, edges.earlier.words(), asked),
          last.file, last.line};
}

LaunchesMatcher NoFewerEdges(const Edges& edges) {
  return {"no edge is missing", [edges](const Launches& l) { return why_too_few(l, edges); }};
}
LaunchesMatcher NoMoreEdges(const Edges& edges) {
  return {"no edge too many", [edges](const Launches& l) { return why_too_many(l, edges); }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

Outcome run_diamond(int n) { return EXERCISE(diamond, output<int>(n), n); }

TEST(Events, DiamondIsRight) {
  for (const int n : {300, 1024, 1}) {
    const Outcome run = run_diamond(n);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([n](int i) { return 3 * i - (n - i); })
                    .mistaking([](int) { return 0x7f7f7f7f; }, "numbers that d never wrote")
                    .mistaking([](int i) { return 3 * i; }, "what d makes without c's numbers")
                    .mistaking([n](int i) { return i - n; }, "what d makes without b's numbers"));
  }
}

TEST(Events, DiamondHasItsEdges) {
  NEEDS_EMULATOR();
  const Outcome run = run_diamond(200);
  ASSERT_THAT(run, Keeps("device-api"));
  for (const auto& [first, second] : {std::pair{"a", "b"}, {"a", "c"}, {"b", "d"}, {"c", "d"}}) {
    ASSERT_THAT(run.launches, Ordered(Child(first), Child(second)))
        << "launch, then record in the same stream; let the other stream wait, then launch there. "
           "An event not recorded yet holds nobody back (E1, E8)";
  }
  EXPECT_THAT(run, FinishedCleanly());
}

TEST(Events, DiamondHasNoOtherEdge) {
  NEEDS_EMULATOR();
  const Outcome run = run_diamond(200);
  ASSERT_THAT(run.launches, MayOverlap(Child("b"), Child("c")))
      << "b and c need a and not each other: what is in one stream, or recorded too late, waits "
         "(S5, "
         "E8)";
  EXPECT_THAT(run.launches,
              LaunchesAre({FromHost(), Child("a"), Child("b"), Child("c"), Child("d")}));
}

// ---- Task 2 -------------------------------------------------------------------------------------

int made(int row, int i) { return (37 * row + 11 * i) % 101; }

int blend(int row, int i, int rows) {
  return made(std::max(row - 1, 0), i) + 2 * made(row, i) + made(std::min(row + 1, rows - 1), i);
}

Outcome run_rows(int rows, int width) {
  return EXERCISE(blend_rows, output<int>(rows * width), rows, width);
}

TEST(Events, RowsAreBlended) {
  for (const auto& [rows, width] : {std::pair{37, 20}, {64, 3}, {1, 5}}) {
    const int count = rows, length = width;
    const Outcome run = run_rows(rows, width);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(width),
                Elements([=](int k) { return blend(k / length, k % length, count); })
                    .mistaking([](int) { return -1; }, "rows that no grid blended")
                    .mistaking([=](int k) { return 2 * made(k / length, k % length); },
                               "rows blended with neighbours that were not made yet"));
  }
}

// A row waits for itself and for those beside it.
Edges neighbours(int rows) {
  return {Child("blend_row"), Child("make_row"), static_cast<std::size_t>(rows),
          [](std::size_t made, std::size_t row) { return made <= row + 1 && row <= made + 1; },
          [](std::size_t row) { return fmt::format("row {}", row); }};
}

// Races of the rows are told by the edges that are missing; these are of the parent's threads.
Refusal why_events_are_shared_too_early(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" || d.cites != "M11") continue;
    return {d.message +
                "\nmade[r] is of thread r: the others may use it when all threads have created and "
                "recorded theirs; a barrier sees to that",
            d.file, d.line, Cause::kOrder};
  }
  return {};
}

TEST(Events, NeighboursAreMadeBefore) {
  NEEDS_EMULATOR();
  const int rows = 37;  // more than a warp
  const Outcome run = run_rows(rows, 4);
  ASSERT_THAT(run, ReportMatcher("shares its events in order", why_events_are_shared_too_early));
  ASSERT_THAT(run.launches, LaunchCount(rows, Child("make_row")));
  ASSERT_THAT(run.launches, LaunchCount(rows, Child("blend_row")));
  ASSERT_NO_FATAL_FAILURE(checks::expect_one_block(run, {"make_row", "blend_row"}));
  ASSERT_THAT(run.launches, NoFewerEdges(neighbours(rows)));
  EXPECT_THAT(run, FinishedCleanly());
}

TEST(Events, RowsWaitForNeighboursOnly) {
  NEEDS_EMULATOR();
  const int rows = 9;
  const Outcome run = run_rows(rows, 4);
  for (const char* kernel : {"make_row", "blend_row"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5, E8"));
  }
  EXPECT_THAT(run.launches, NoMoreEdges(neighbours(rows)));
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr int kTile = 16;

std::vector<int> sequence(int n, int factor) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * i * factor % 13 % 4;
  return values;
}

// The serial version: all edit distances, in rows of m + 1.
std::vector<int> serial_distances(const std::vector<int>& a, const std::vector<int>& b) {
  const std::size_t n = a.size(), pitch = b.size() + 1;
  std::vector<int> table((n + 1) * pitch);
  for (std::size_t k = 0; k < table.size(); ++k) {
    const std::size_t i = k / pitch, j = k % pitch;
    if (i == 0 || j == 0) {
      table[k] = static_cast<int>(i + j);
    } else {
      const int replaced = table[k - pitch - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[k] = std::min(replaced, std::min(table[k - pitch], table[k - 1]) + 1);
    }
  }
  return table;
}

Outcome run_distances(const std::vector<int>& a, const std::vector<int>& b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  return EXERCISE(edit_distances, output<int>((n + 1) * (m + 1)), input(a), input(b), n, m);
}

Outcome run_tiles(int rows, int columns) {
  return run_distances(sequence(rows * kTile, 3), sequence(columns * kTile - 5, 5));
}

TEST(Events, TableIsRight) {
  for (const auto& [n, m] : {std::pair{100, 67}, {128, 128}, {1, 1}, {3, 50}}) {
    const std::vector<int> a = sequence(n, 3), b = sequence(m, 5);
    const Outcome run = run_distances(a, b);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(m + 1),
                Elements(serial_distances(a, b))
                    .mistaking([](int) { return -1; }, "cells that no tile wrote"));
  }
}

// The tile in row i and column j waits for all in rows 0 … i and columns 0 … j but itself.
Edges wavefront(int rows, int columns) {
  const auto width = static_cast<std::size_t>(columns);
  return {Child("tile"), Child("tile"), rows * width,
          [width](std::size_t before, std::size_t tile) {
            return before != tile && before / width <= tile / width &&
                   before % width <= tile % width;
          },
          [width](std::size_t tile) {
            return fmt::format("row {}, column {}", tile / width, tile % width);
          }};
}

TEST(Events, TilesWaitForTheirNeighbours) {
  NEEDS_EMULATOR();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  ASSERT_THAT(run.launches, NoFewerEdges(wavefront(rows, columns)));
  EXPECT_THAT(run, FinishedCleanly());
}

TEST(Events, TilesWaitForNoOthers) {
  NEEDS_EMULATOR();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  EXPECT_THAT(run.launches, NoMoreEdges(wavefront(rows, columns)));
}

// ---- All tasks ----------------------------------------------------------------------------------

// No more events than there are grids to wait for.
Refusal why_too_many_events(const Outcome& run, int most) {
  const int created = successful_calls(run, "cudaEventCreateWithFlags");
  if (created <= most) return {};
  return {
      fmt::format("{} creates {} events where {} would be one for each grid: a grid of the device "
                  "has no more than twice as many as grids may be pending (E5)",
                  run.entry_point, created, most),
      {},
      0};
}

ReportMatcher CreatesAtMost(int events) {
  return {"creates few events",
          [events](const Outcome& run) { return why_too_many_events(run, events); }};
}

TEST(Events, EventsAreMadeAndDestroyed) {
  NEEDS_EMULATOR();
  const int rows = 6, columns = 4;
  const Outcome four = run_diamond(10), blends = run_rows(rows, 3),
                tiles = run_tiles(rows, columns);
  for (const auto& [run, grids] :
       {std::pair{&four, 4}, {&blends, 2 * rows}, {&tiles, rows * columns}}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(*run, Keeps("device-api"));
    ASSERT_THAT(*run, CreatesAtMost(grids));
    ASSERT_THAT(*run, EachDestroyedOnce("Event")) << "in " << run->entry_point;
    EXPECT_THAT(*run, EachDestroyedOnce("Stream")) << "in " << run->entry_point;
  }
}

TEST(Events, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome four = run_diamond(10), blends = run_rows(3, 3), tiles = run_tiles(2, 2);
  for (const Outcome* run : {&four, &blends, &tiles}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
  }
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_diamond(10); }));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_rows(2, 3); }));
  checks::expect_errors_returned([] { return run_tiles(2, 1); });
}

}  // namespace
