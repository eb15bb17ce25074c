// Checks of lesson 10: what follows what, what may run beside what, and how many grids are pending.
#include <bit>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/every_launch.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/launches_at_most.h"
#include "shared/longest_path.h"
#include "shared/one_block.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// ---- Task 1 -------------------------------------------------------------------------------------

void expect_parts_handed_on(const Outcome& run, int n) {
  for (const char* part : {"p", "q", "r"}) EXPECT_THAT(run, Reads("z", part, n));
}

void expect_sums(int n) {
  watch_reads();
  const Outcome run = EXERCISE(sum_of_three, output<int>(n), n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([](int i) { return i + i * i + 3; })
                  .mistaking([](int) { return -1; }, "sums that z never wrote")
                  .mistaking([](int) { return -3; }, "sums of parts that are not written yet"));
  EXPECT_THAT(run, WroteResult(0, "z"));
  expect_parts_handed_on(run, n);
}

TEST(TailAndFireAndForget, SumsAreRight) {
  for (const int n : {1000, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_sums(n));
  const CalledTwice twice;
  expect_sums(40);
}

Outcome run_sum() { return EXERCISE(sum_of_three, output<int>(500), 500); }

// How often device code has called `name` without an error.
int calls_of(const Outcome& run, const std::string& name) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) {
    if (call.name == name && call.result == 0) count += call.count;
  }
  return count;
}

// What makes z wait.
std::string how_z_waits(const Outcome& run) {
  const int events = calls_of(run, "cudaEventCreateWithFlags");
  const bool recorded_again = events > 0 && calls_of(run, "cudaEventRecord") > events;
  return recorded_again
             ? "An event was recorded more than once, and a wait is for the latest record of its "
               "event (E8). Use one event per stream, or launch z as a tail (T2)"
             : "A tail waits for everything that its parent launched elsewhere (T2)";
}

Refusal why_z_does_not_wait(const Outcome& run, const LaunchPattern& part) {
  for (const Launch& before : run.launches) {
    for (const Launch& z : run.launches) {
      if (!part.matches(before) || !Child("z").matches(z)) continue;
      if (run.launches.ordered(before, z)) continue;
      return refusal_at(z, Cause::kOrder, "nothing makes {} wait for {} (line {}). {}",
                        launch_words(z), launch_words(before), before.line, how_z_waits(run));
    }
  }
  return {};
}

// Every grid of that kind has ended when z starts, under every schedule.
ReportMatcher ZWaitsFor(const LaunchPattern& part) {
  return {"z waits for " + part.words(),
          [part](const Outcome& run) { return why_z_does_not_wait(run, part); }};
}

TEST(TailAndFireAndForget, ZComesLast) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_sum();
  for (const char* part : {"p", "q", "r"}) {
    ASSERT_THAT(run.launches, LaunchesAtMost(1, Child(part)))
        << "each thread that reaches a launch launches its own grid (K2)";
    ASSERT_THAT(run, ZWaitsFor(Child(part)));
    ASSERT_THAT(run.launches, Ordered(Child(part), Child("z")));  // and both are there
  }
  EXPECT_THAT(run.launches, LaunchCount(1, Child("z")));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "z").somewhere());
  expect_parts_handed_on(run, 500);
}

TEST(TailAndFireAndForget, ThreeAtOnce) {
  NEEDS_EMULATOR();
  const Outcome run = run_sum();
  for (const auto& [one, other] : {std::pair{"p", "q"}, {"q", "r"}, {"p", "r"}}) {
    ASSERT_THAT(run.launches, MayOverlap(Child(one), Child(other)))
        << "grids in one NULL stream and tail launches run one after another (S1, T3); "
           "fire-and-forget launches do not (S6)";
  }
  EXPECT_THAT(run, WroteResult(0, "z").somewhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

struct Solved {
  std::vector<float> cells;
  int steps = 0;
};

// One step; returns the largest change.
float step(const std::vector<float>& now, std::vector<float>& next) {
  float change = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool inner = i > 0 && i + 1 < now.size();
    next[i] = inner ? 0.5f * (now[i - 1] + now[i + 1]) : now[i];
    change = std::max(change, std::abs(next[i] - now[i]));
  }
  return change;
}

// The largest change of step number `wanted`, counted from 1.
float change_of_step(std::vector<float> now, int wanted) {
  std::vector<float> next(now.size());
  float change = 0;
  for (int i = 0; i < wanted; ++i) {
    change = step(now, next);
    std::swap(now, next);
  }
  return change;
}

// The serial solver. Bit by bit the same: a sum and a multiplication by 0.5 cannot be contracted.
Solved solve_serially(std::vector<float> now, float tolerance, int max_steps) {
  std::vector<float> next(now.size());
  float change = tolerance;
  int steps = 0;
  while (steps < max_steps && change >= tolerance) {
    change = step(now, next);
    std::swap(now, next);
    ++steps;
  }
  return {now, steps};
}

// The steps of a solver that takes the bits of the change for a number: only 0 is small then. -1 if
// max_steps end it, as they end others.
int steps_by_bits(std::vector<float> now, float tolerance, int max_steps) {
  std::vector<float> next(now.size());
  for (int steps = 1; steps < max_steps; ++steps) {
    const float change = step(now, next);
    std::swap(now, next);
    if (static_cast<float>(std::bit_cast<int>(change)) < tolerance) return steps;
  }
  return -1;
}

std::vector<float> start_cells(int n) {
  std::vector<float> cells(n);
  for (int i = 0; i < n; ++i) cells[i] = static_cast<float>(i * 29 % 17);
  cells.front() = 100;
  cells.back() = -50;
  return cells;
}

Outcome run_solver(const std::vector<float>& start, float tolerance, int max_steps) {
  return EXERCISE(relax_until_still, inout(start), output<int>(1), static_cast<int>(start.size()),
                  tolerance, max_steps);
}

LaunchesMatcher TakesOneStepAGrid() {
  constexpr std::int64_t kOneStep = 9000;
  return NoPathLongerThan([](const Launch&) { return kOneStep; },
                          "Each grid of relax takes one step, with one thread per cell, and the "
                          "next grid takes the next step");
}

// Also where launches are looked at: the chain that is asked for is the one that solves.
void expect_serial_cells(const Outcome& run, const Solved& serial) {
  ASSERT_THAT(run.result<float>(0), Elements(serial.cells));
  EXPECT_THAT(run, WroteResult(0, "relax"));
  EXPECT_THAT(run.launches, TakesOneStepAGrid());
}

void expect_serial_result(const std::vector<float>& start, float tolerance, int max_steps) {
  watch_reads();
  const Solved serial = solve_serially(start, tolerance, max_steps);
  const Outcome run = run_solver(start, tolerance, max_steps);
  const bool is_few = start.size() < 3;
  const bool is_still = std::ranges::adjacent_find(start, std::not_equal_to<>{}) == start.end();
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<int>(1),
              Elements([&](int) { return serial.steps; })
                  .mistaking([&](int) { return steps_by_bits(start, tolerance, max_steps); },
                             "the steps until *s.change is 0: it holds the bits of a float, and "
                             "__int_as_float(*s.change) is that float")
                  .mistaking([&](int) { return is_few ? 0 : -1; },
                             "no step at all: with one or two cells no cell can change, but the "
                             "serial solver finds that out in its first step, and that step counts")
                  .mistaking([&](int) { return is_still ? max_steps : -1; },
                             "max_steps: but these cells are at rest from the start, so the first "
                             "step, which changes nothing, is the last. Use *s.steps to see that "
                             "no step was made yet, not a change of 0")
                  .mistaking([&](int) { return max_steps; },
                             "max_steps: no step has found the cells at rest. Each step reads what "
                             "the step before wrote, so swap `now` and `next` between two steps, "
                             "and set *s.change to 0 before each step"))
      << fmt::format("with {}, a tolerance of {} and at most {} steps",
                     counted(start.size(), "cell", "cells"), tolerance, max_steps);
  expect_serial_cells(run, serial);
  if (serial.steps > 1) {
    EXPECT_THAT(run, Reads("relax", "relax", start.size()));
  }
}

// A change of just the tolerance is no rest.
void expect_step_after(const std::vector<float>& start, int steps) {
  const float change = change_of_step(start, steps);
  const Solved serial = solve_serially(start, change, 1000);
  const Outcome run = run_solver(start, change, 1000);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(1), Elements([&](int) { return serial.steps; }))
      << "the largest change of step " << steps << " is exactly the tolerance, " << change
      << ": the solver stops after a step in which no cell changed by `tolerance` or more, so this "
         "step is not the last";
}

TEST(TailAndFireAndForget, AsManyStepsAsTheSerialSolver) {
  expect_serial_result(start_cells(10), 0.1f, 1000);                // 70 steps
  expect_serial_result(start_cells(300), 3.0f, 1000);               // more than two blocks
  expect_serial_result(start_cells(1024), 3.0f, 100);               // full blocks
  expect_serial_result(start_cells(1025), 3.0f, 100);               // and one cell more
  expect_serial_result(std::vector<float>(200, 1.5f), 0.1f, 1000);  // still from the start: 1 step
  for (const int few : {3, 2, 1}) expect_serial_result(start_cells(few), 0.1f, 1000);
  expect_step_after(start_cells(10), 5);
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_serial_result(start_cells(10), 3.0f, 20);
}

TEST(TailAndFireAndForget, StopsAtTheLimit) {
  expect_serial_result(start_cells(300), 0.0f, 7);
  expect_serial_result(start_cells(20), 0.0f, 1);
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_serial_result(start_cells(20), 0.0f, 3);
}

// Of the turns that one grid launches with a step, one must follow the step.
Refusal why_step_not_judged(const Launches& launches) {
  for (const Launch& step : launches) {
    if (!Child("relax").matches(step)) continue;
    const Launch* turn = nullptr;
    bool is_judged = false;
    for (const Launch& l : launches) {
      if (l.parent != step.parent || !Child("solve").matches(l)) continue;
      turn = &l;
      is_judged = is_judged || launches.ordered(step, l);
    }
    if (turn == nullptr || is_judged) continue;
    const bool is_tail_before = step.stream == Stream::kTail && turn->stream == Stream::kTail;
    return refusal_at(turn, Cause::kOrder,
                      "{} does not wait for the step whose change it judges, {} (line {}). {}",
                      launch_words(*turn), launch_words(step), step.line,
                      is_tail_before
                          ? "The tails of a grid run in the order of their launches: launch the "
                            "step first, then the next solve (T3)"
                          : "Grids in different streams do not wait for one another (S5, S6). A "
                            "tail waits for everything that its parent launched elsewhere (T2)");
  }
  return {};
}

LaunchesMatcher TurnsFollowTheirSteps() {
  return {"turns follow their steps", why_step_not_judged};
}

TEST(TailAndFireAndForget, GoesOnWithoutTheHost) {
  NEEDS_EMULATOR();
  watch_reads();
  const int max_steps = 12;
  const std::vector<float> start = start_cells(200);
  const Outcome run = run_solver(start, 0.0f, max_steps);
  ASSERT_THAT(run.launches, HostLaunchCount(1));
  ASSERT_THAT(run.launches, TurnsFollowTheirSteps());
  ASSERT_THAT(run.launches, LaunchCount(max_steps, Child("relax")));
  ASSERT_THAT(run, FinishedCleanly());
  expect_serial_cells(run, solve_serially(start, 0.0f, max_steps));
  EXPECT_THAT(run, Reads("relax", "relax", start.size()));
}

// How many unfinished ancestors a launch has: those that it does not follow as a tail.
Refusal why_too_nested(const Launches& launches, int most) {
  std::unordered_map<std::int64_t, int> unfinished;
  for (const Launch& l : launches) {
    const int above = l.from_host() ? -1 : unfinished[l.parent];
    unfinished[l.id] = l.stream == Stream::kTail ? above : above + 1;
    if (unfinished[l.id] <= most) continue;
    return refusal_at(
        l,
        "{} has {} unfinished ancestors, and each occupies a slot in the pool: a loop of ordinary "
        "child launches nests deeper at each step; a loop of tail launches does not (L3, T10)",
        launch_words(l), unfinished[l.id]);
  }
  return {};
}

TEST(TailAndFireAndForget, FewGridsPending) {
  const int max_steps = 1000;
  const std::vector<float> start = start_cells(20);
  const Outcome run = run_solver(start, 0.0f, max_steps);
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.result<int>(1), Elements([](int) { return max_steps; }));
  EXPECT_THAT(run.launches,
              LaunchesMatcher("grids with few unfinished ancestors",
                              [](const Launches& l) { return why_too_nested(l, 4); }));
  expect_serial_cells(run, solve_serially(start, 0.0f, max_steps));
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr int kTile = 128;

int height(int i) { return (31 * i + 7) % 257; }

Outcome run_slopes(int tiles) {
  return EXERCISE(slopes_of_tiles, output<int>(tiles * kTile), tiles);
}

LaunchesMatcher WritesOneHeightAThread() {
  constexpr std::int64_t kOneHeight = 8000;
  return NoPathLongerThan(
      [](const Launch& launch) { return launch.kernel == "write_heights" ? kOneHeight : kNoMost; },
      "write_heights has one thread per height");
}

// What the block that launches wrote needs no tail, only a barrier.
void expect_heights_read(const Outcome& run, int tiles) {
  EXPECT_THAT(run, Reads("slope_of_tile", "write_heights", tiles * kTile));
  EXPECT_THAT(run, ReadsFromOtherBlocks("slope_of_tile", "write_heights", (tiles - 1) * kTile / 2));
  EXPECT_THAT(run.launches, WritesOneHeightAThread());
}

void expect_slopes(int tiles) {
  watch_reads();
  const Outcome run = run_slopes(tiles);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const int last = tiles * kTile - 1;
  ASSERT_THAT(run.result<int>(0).in_rows_of(kTile),
              Elements([last](int i) {
                return i < last ? height(i + 1) - height(i) : 0;
              }).mistaking([](int) { return 0x7f7f7f7f; }, "slopes that no grid wrote"));
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").without_host_values());
  expect_heights_read(run, tiles);
}

TEST(TailAndFireAndForget, SlopesAreRight) {
  for (const int tiles : {13, 1, 16}) ASSERT_NO_FATAL_FAILURE(expect_slopes(tiles));
  const CalledTwice twice;
  expect_slopes(3);
}

TEST(TailAndFireAndForget, TilesStartAfterTheWholeGrid) {
  NEEDS_EMULATOR();
  watch_reads();
  const int tiles = 6;
  const Outcome run = run_slopes(tiles);
  ASSERT_THAT(run.launches, HostLaunchCount(1)) << "the host launches only write_heights";
  const std::string once =
      "start_slopes runs once, after the grid: each thread that reaches a launch launches its own "
      "grid (K2)";
  ASSERT_THAT(run.launches, LaunchesAtMost(1, Child("start_slopes").in(Stream::kTail))) << once;
  ASSERT_THAT(run.launches, LaunchesAtMost(tiles, Child("slope_of_tile"))) << once;
  ASSERT_THAT(run.launches, LaunchCount(tiles, Child("slope_of_tile")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"slope_of_tile"}));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").somewhere());
  expect_heights_read(run, tiles);
}

TEST(TailAndFireAndForget, TilesAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_slopes(6);
  ASSERT_THAT(run.launches, Contains(Child("slope_of_tile")));
  ASSERT_THAT(run.launches, Independent(Child("slope_of_tile"), "S1, S6, T3"));
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").somewhere());
}

// ---- All tasks ----------------------------------------------------------------------------------

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
