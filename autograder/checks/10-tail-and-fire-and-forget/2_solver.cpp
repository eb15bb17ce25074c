// Task 2: grids that follow one another as tails take as many steps as the serial solver, without
// the host, and few of them are pending.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "10-tail-and-fire-and-forget/runs.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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

}  // namespace
