// Checks of lesson 09: every edge that is asked for, under every schedule, and no edge more.
//
// That an edge is missing is told by the race checker; that there is one too many, by the order
// that streams and events promise. Grids without work would have all edges, too, so each check asks
// whether d, blend_row and tile wrote the results.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/destroyed_once.h"
#include "shared/independent.h"
#include "shared/one_block.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::EachDestroyedOnce;
using checks::Independent;
using checks::ReturnsNoError;
using checks::successful_calls;

// An order in which programs launch grids: the k-th launch is of grid order[k].
using Order = std::vector<std::size_t>;

// Which grids of one kernel wait for which of another, directly or over others. They are numbered
// row by row: 0, 1, …
struct Edges {
  LaunchPattern later, earlier;
  std::size_t grids;
  std::function<bool(std::size_t earlier, std::size_t later)> is_asked;
  std::function<std::string(std::size_t)> name;  // of grid k: "row 3"
  std::vector<Order> orders;                     // the likeliest first

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

// The grids like `pattern` by launching thread, those of one thread as launched.
std::vector<const Launch*> by_thread(const Launches& launches, const LaunchPattern& pattern) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (pattern.matches(l)) found.push_back(&l);
  }
  std::ranges::stable_sort(found, {}, [](const Launch* l) { return l->parent_thread.x; });
  return found;
}

std::vector<const Launch*> numbered(const std::vector<const Launch*>& launched,
                                    const Order& order) {
  std::vector<const Launch*> grids(launched.size());
  for (std::size_t k = 0; k < launched.size(); ++k) grids[order[k]] = launched[k];
  return grids;
}

struct Edge {
  std::size_t before, after;
};

// What the edges come to if the grids were launched in one of the orders.
struct Reading {
  std::vector<const Launch*> later, earlier;
  std::vector<Edge> missing, superfluous;

  std::size_t mistakes() const { return missing.size() + superfluous.size(); }
};

Reading read_in_order(const Launches& launches, const Edges& edges, const Order& order) {
  Reading reading{numbered(by_thread(launches, edges.later), order),
                  numbered(by_thread(launches, edges.earlier), order),
                  {},
                  {}};
  for (std::size_t k = 0; k < edges.grids; ++k) {
    for (std::size_t before = 0; before < edges.grids; ++before) {
      const bool is_there = launches.ordered(*reading.earlier[before], *reading.later[k]);
      if (is_there == edges.is_asked(before, k)) continue;
      (is_there ? reading.superfluous : reading.missing).push_back({before, k});
    }
  }
  return reading;
}

// The order that leaves least to find fault with is the one that is meant; without grids where
// there are not as many as there should be.
Reading best_reading(const Launches& launches, const Edges& edges) {
  Reading best;
  if (by_thread(launches, edges.later).size() != edges.grids) return best;
  if (by_thread(launches, edges.earlier).size() != edges.grids) return best;
  for (const Order& order : edges.orders) {
    Reading reading = read_in_order(launches, edges, order);
    if (best.later.empty() || reading.mistakes() < best.mistakes()) best = std::move(reading);
  }
  return best;
}

// "tile of row 1, column 0 (line 199)"
std::string grid_words(const Launch& grid, const Edges& edges, std::size_t k) {
  return fmt::format("{} of {} (line {})", grid.kernel, edges.name(k), grid.line);
}

// Of the first grid that lacks one, the edge from the nearest. None where most edges seem to be
// missing: then the grids were launched in an order that is not known here.
const Edge* missing_edge(const Reading& reading, const Edges& edges) {
  std::size_t asked = 0;
  for (const std::size_t count : edges.asked()) asked += count;
  if (reading.missing.empty() || 2 * reading.missing.size() > asked) return nullptr;
  const Edge* found = &reading.missing.front();
  for (const Edge& edge : reading.missing) {
    if (edge.after == found->after) found = &edge;
  }
  return found;
}

constexpr char kWhenWaitsHold[] =
    "A wait holds back what is launched after it into the stream that waits; it is for what was in "
    "the other stream when the event was last recorded, and an event that is not recorded yet "
    "holds back nothing (E1, E8)";

Refusal why_too_few(const Launches& launches, const Edges& edges) {
  const std::vector<Waiting> found = waiting(launches, edges);
  const std::vector<std::size_t> asked = edges.asked();
  for (std::size_t i = 0; i < found.size() && i < asked.size(); ++i) {
    const auto& [count, grid] = found[i];
    if (count >= asked[i]) continue;
    const Reading reading = best_reading(launches, edges);
    if (const Edge* edge = missing_edge(reading, edges)) {
      const Launch& later = *reading.later[edge->after];
      const Launch& earlier = *reading.earlier[edge->before];
      return {fmt::format("nothing makes {} wait for {}. {}", grid_words(later, edges, edge->after),
                          grid_words(earlier, edges, edge->before), kWhenWaitsHold),
              later.file, later.line};
    }
    return {fmt::format("{} waits for {} of: {}; it should wait for {}. {}", launch_words(*grid),
                        count, edges.earlier.words(), asked[i], kWhenWaitsHold),
            grid->file, grid->line};
  }
  return {};
}

// An edge that is there and not asked for, in words; none where the launches have an order that is
// not known here: then an edge that is asked for would seem to be missing.
std::string superfluous_edge(const Launches& launches, const Edges& edges) {
  const Reading reading = best_reading(launches, edges);
  if (!reading.missing.empty() || reading.superfluous.empty()) return {};
  const Edge& edge = reading.superfluous.front();
  return fmt::format("{} waits for {} and does not need it",
                     grid_words(*reading.later[edge.after], edges, edge.after),
                     grid_words(*reading.earlier[edge.before], edges, edge.before));
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

void expect_diamond(int n) {
  const Outcome run = run_diamond(n);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([n](int i) { return 3 * i - (n - i); })
                  .mistaking([](int) { return 0x7f7f7f7f; }, "numbers that d never wrote")
                  .mistaking([](int i) { return 3 * i; }, "what d makes without c's numbers")
                  .mistaking([n](int i) { return i - n; }, "what d makes without b's numbers"));
  EXPECT_THAT(run, WroteResult(0, "d"));
}

TEST(Events, DiamondIsRight) {
  for (const int n : {300, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_diamond(n));
  const CalledTwice twice;
  expect_diamond(20);
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
  EXPECT_THAT(run, WroteResult(0, "d").somewhere());
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
  EXPECT_THAT(run, WroteResult(0, "d").somewhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

int made(int row, int i) { return (37 * row + 11 * i) % 101; }

int blend(int row, int i, int rows) {
  return made(std::max(row - 1, 0), i) + 2 * made(row, i) + made(std::min(row + 1, rows - 1), i);
}

Outcome run_rows(int rows, int width) {
  return EXERCISE(blend_rows, output<int>(rows * width), rows, width);
}

void expect_blended(int rows, int width) {
  const Outcome run = run_rows(rows, width);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(width),
              Elements([=](int k) { return blend(k / width, k % width, rows); })
                  .mistaking([](int) { return -1; }, "rows that no grid blended")
                  .mistaking([=](int k) { return 2 * made(k / width, k % width); },
                             "rows blended with neighbours that were not made yet"));
  EXPECT_THAT(run, WroteResult(0, "blend_row"));
}

TEST(Events, RowsAreBlended) {
  for (const auto& [rows, width] : {std::pair{37, 20}, {64, 3}, {1, 5}})
    ASSERT_NO_FATAL_FAILURE(expect_blended(rows, width));
  const CalledTwice twice;
  expect_blended(5, 3);
}

// Row by row: `columns` grids a row.
Order by_rows(std::size_t rows, std::size_t columns) {
  Order order(rows * columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// A row waits for itself and for those beside it.
Edges neighbours(int rows) {
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
  EXPECT_THAT(run, WroteResult(0, "blend_row").somewhere());
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
  EXPECT_THAT(run, WroteResult(0, "blend_row").somewhere());
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

// Tiles write all but row 0 and column 0.
WroteResult WroteTable(int m) {
  return WroteResult(0, "tile").where([m](int k) { return k > m && k % (m + 1) > 0; });
}

void expect_distances(int n, int m) {
  const std::vector<int> a = sequence(n, 3), b = sequence(m, 5);
  const Outcome run = run_distances(a, b);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(m + 1),
              Elements(serial_distances(a, b))
                  .mistaking([](int) { return -1; }, "cells that no tile wrote"));
  EXPECT_THAT(run, WroteTable(m));
}

TEST(Events, TableIsRight) {
  for (const auto& [n, m] : {std::pair{100, 67}, {128, 128}, {1, 1}, {3, 50}})
    ASSERT_NO_FATAL_FAILURE(expect_distances(n, m));
  const CalledTwice twice;
  expect_distances(20, 35);
}

// Sorted by `key` of row and column; row by row where that is the same.
template <class Key>
Order sorted_by(std::size_t rows, std::size_t columns, Key key) {
  Order order = by_rows(rows, columns);
  std::ranges::stable_sort(order, {}, [=](std::size_t k) { return key(k / columns, k % columns); });
  return order;
}

// Row by row, column by column, and diagonal by diagonal, down or up.
std::vector<Order> orders_of_tiles(std::size_t rows, std::size_t columns) {
  const std::size_t most = rows + columns;
  return {by_rows(rows, columns), sorted_by(rows, columns, [](auto, auto j) { return j; }),
          sorted_by(rows, columns, [](auto i, auto j) { return i + j; }),
          sorted_by(rows, columns, [most](auto i, auto j) { return (i + j) * most + j; })};
}

// The tile in row i and column j waits for all in rows 0 … i and columns 0 … j but itself.
Edges wavefront(int rows, int columns) {
  const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
  return {Child("tile"),
          Child("tile"),
          height * width,
          [width](std::size_t before, std::size_t tile) {
            return before != tile && before / width <= tile / width &&
                   before % width <= tile % width;
          },
          [width](std::size_t tile) {
            return fmt::format("row {}, column {}", tile / width, tile % width);
          },
          orders_of_tiles(height, width)};
}

// What a wait is for where an event is recorded again and again; empty where none is, or where no
// tile waits for a wrong one.
std::string events_shared(const Outcome& run, const Edges& edges) {
  const int events = successful_calls(run, "cudaEventCreateWithFlags");
  const int records = successful_calls(run, "cudaEventRecord");
  if (records <= events || best_reading(run.launches, edges).superfluous.empty()) return {};
  return fmt::format(
      "{} events are recorded {} times: an event that several grids record stands "
      "for the last record alone, and a wait is for the one that was the last "
      "when it was made (E8)",
      events, records);
}

TEST(Events, TilesWaitForTheirNeighbours) {
  NEEDS_EMULATOR();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  const Edges edges = wavefront(rows, columns);
  ASSERT_THAT(run.launches, NoFewerEdges(edges)) << events_shared(run, edges);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "tile").somewhere());
}

TEST(Events, TilesWaitForNoOthers) {
  NEEDS_EMULATOR();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  EXPECT_THAT(run.launches, NoMoreEdges(wavefront(rows, columns)));
  EXPECT_THAT(run, WroteResult(0, "tile").somewhere());
}

// ---- All tasks ----------------------------------------------------------------------------------

// One of each kind of grid that writes results: what is in the runs of all three tasks.
WroteResult WroteSomething() {
  return WroteResult(0, "d").or_by("blend_row").or_by("tile").somewhere();
}

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
                tiles = run_tiles(rows, columns), few_tiles = run_tiles(2, 2);
  for (const auto& [run, grids] :
       {std::pair{&four, 4}, {&blends, 2 * rows}, {&tiles, rows * columns}, {&few_tiles, 4}}) {
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
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_diamond(10); }));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_rows(2, 3); }));
  checks::expect_errors_returned([] { return run_tiles(2, 1); });
}

}  // namespace
