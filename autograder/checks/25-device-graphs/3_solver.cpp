// Task 3: a graph that repeats itself takes as many steps as the serial solver.
#include <algorithm>
#include <utility>
#include <vector>

#include "25-device-graphs/graphs.h"
#include "25-device-graphs/serial.h"

namespace {

using namespace checks;

Outcome run_solver(const std::vector<float>& start, float tolerance, int max_steps) {
  return EXERCISE(relax_until_still, inout(start), output<int>(1), static_cast<int>(start.size()),
                  tolerance, max_steps);
}

void expect_serial_result(const std::vector<float>& start, float tolerance, int max_steps) {
  const Solved serial = solve_serially(start, tolerance, max_steps);
  const Outcome run = run_solver(start, tolerance, max_steps);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  const bool is_right = run.result<int>(1)[0] == serial.steps;
  if (!is_right) {
    EXPECT_THAT(run, LostNoRefusal());
  }
  ASSERT_THAT(run.result<int>(1),
              Elements([&](int) { return serial.steps; })
                  .mistaking([&](int) { return serial.steps == 1 ? -1 : 1; },
                             "a graph that ran once: its run must launch it again, as a tail")
                  .mistaking([&](int) { return serial.steps + 1; },
                             "one step too many: compare max_steps with the number of steps that "
                             "are done, this one included")
                  .mistaking([&](int) { return serial.steps == max_steps ? -1 : max_steps; },
                             "max_steps: no step has found the cells at rest. Set *s.change to 0 "
                             "before each further step, and read it as a float"))
      << fmt::format("with {}, a tolerance of {} and at most {} steps",
                     counted(start.size(), "cell", "cells"), tolerance, max_steps);
  ASSERT_THAT(run.result<float>(0), Elements(serial.cells));
  EXPECT_THAT(run, WroteResult(0, "relax").launched_anywhere());
}

// A change of just the tolerance is no rest.
void expect_step_after(const std::vector<float>& start, int steps) {
  const float change = change_of_step(start, steps);
  const Solved serial = solve_serially(start, change, 1000);
  const Outcome run = run_solver(start, change, 1000);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<int>(1), Elements([&](int) { return serial.steps; }))
      << "the largest change of step " << steps << " is exactly the tolerance, " << change
      << ": the solver stops after a step in which no cell changed by `tolerance` or more, so this "
         "step is not the last";
}

TEST(DeviceGraphs, AsManyStepsAsTheSerialSolver) {
  expect_serial_result(start_cells(10), 0.1f, 1000);                // 70 steps
  expect_serial_result(start_cells(300), 3.0f, 1000);               // more than two blocks
  expect_serial_result(std::vector<float>(200, 1.5f), 0.1f, 1000);  // still from the start: 1 step
  for (const int few : {2, 1}) expect_serial_result(start_cells(few), 0.1f, 1000);
  expect_step_after(start_cells(10), 5);
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_serial_result(start_cells(10), 3.0f, 20);
}

TEST(DeviceGraphs, StopsAtTheLimit) {
  expect_serial_result(start_cells(300), 0.0f, 7);
  expect_serial_result(start_cells(20), 0.0f, 1);
  expect_serial_result(start_cells(20), 0.0f, 300);  // more than there can be pending tails
}

TEST(DeviceGraphs, RepeatsWithoutTheHost) {
  NEEDS_EMULATOR();
  const int max_steps = 12;
  const Outcome run = run_solver(start_cells(200), 0.0f, max_steps);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, CalledTimes("cudaGraphLaunch", 1));
  EXPECT_THAT(run.launches, LaunchCount(max_steps, LaunchOf("relax")));
  EXPECT_THAT(run.launches, LaunchCount(max_steps, LaunchOf("judge")));
}

TEST(DeviceGraphs, RefusedRepetitionIsReported) {
  NEEDS_EMULATOR();
  const OneRun call = [] { return run_solver(start_cells(20), 0.0f, 5); };
  ASSERT_NO_FATAL_FAILURE(expect_no_error(call()));
  for (const int number : {1, 3}) {
    for (const int error : {1, 2}) {
      const Outcome run = run_refusing_graph(number, call, error);
      const bool is_complete = run.finished() && run.result<int>(1)[0] == 5;
      EXPECT_THAT(run, NoticesTheRefusal(number, error, is_complete));
    }
  }
}

}  // namespace
