// Task 1: the test of a cell, by all threads of a block.
#include <cstdint>

#include "16-adaptive-grid/cells.h"
#include "shared/judged.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

Refusal why_wrong_answers(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules,
                          int threads) {
  const auto answers = run.result<int>(0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (answers[i] < 0) {
      return because(Cause::kCall,
                     "for the cell {}, only {} of {} threads are told that it must be divided: the "
                     "answer is the block's, so all its threads must get the same",
                     words(cells[i]), -answers[i], threads);
    }
    if (is_close_call(rules, cells[i]) || answers[i] == (must_be_divided(rules, cells[i]) ? 1 : 0))
      continue;
    return because(Cause::kCall, "the cell {} {} be divided, but the answer is {}: {}{}",
                   words(cells[i]), must_be_divided(rules, cells[i]) ? "must" : "must not",
                   answers[i], why_it_must(rules, cells[i]), likely_mistake(rules, cells[i]));
  }
  return {};
}

void expect_answers(const std::vector<Cell>& cells, const Rules& rules, int threads = kThreads) {
  if (testing::Test::HasFatalFailure()) return;
  const int n = static_cast<int>(cells.size());
  const Outcome run = EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, threads);
  const std::string with = fmt::format("{}, by blocks of {} threads", words(rules), threads);
  ASSERT_THAT(run, FinishedCleanly()) << with;
  ASSERT_THAT(run, ReturnsNoError()) << with;
  ASSERT_THAT(run,
              Judged("judges cells",
                     [&](const Outcome& o) { return why_wrong_answers(o, cells, rules, threads); }))
      << with;
  ASSERT_THAT(run, WroteResult(0, "look_at_cells").launched_anywhere()) << with;
}

TEST(AdaptiveGrid, CellsAreJudged) {
  for (const int threads : some_of({kThreads, 1, 7, 100})) {
    expect_answers(cells_of(4), {kFront, kTolerance, 0, 7, kPool}, threads);
  }
  expect_answers(cells_to(3), {kFront, kTolerance, 0, 7, kPool});
  expect_answers(cells_to(2), {kSlope, 0, 0, 7, kPool});
  // At the step they differ by 0.75, and it is just that which is allowed, or a hair less.
  for (const float tolerance : some_of({0.75f, std::nextafter(0.75f, 0.0f)}))
    expect_answers(cells_to(2), {kStep, tolerance, 0, 7, kPool});
  expect_answers({}, {kFront, kTolerance, 0, 7, kPool});
}

// What the grids of a run take on the virtual clock, together.
double nanoseconds_of_grids(const Outcome& run) {
  std::int64_t all = 0;
  for (const Launch& l : run.launches) all += l.end_ns - l.start_ns;
  return static_cast<double>(all);
}

constexpr double kFasterTogether = 3;  // than a block of one thread

// By how much a block of 32 threads is faster than one of a single thread, which does all the work.
Judged SharesTheWork(double alone_ns) {
  return {"shares the work", [alone_ns](const Outcome& run) -> Refusal {
            const double factor = alone_ns / nanoseconds_of_grids(run);
            if (factor >= kFasterTogether) return {};
            return because(
                Cause::kCall,
                "on the virtual clock, blocks of {} threads test cells {:.1f} times as fast as "
                "blocks of 1 thread. If the threads share both the probes and the comparisons, it "
                "is more than {:.0f} times: let thread t take the probes t, t + blockDim.x …",
                kThreads, factor, kFasterTogether);
          }};
}

TEST(AdaptiveGrid, ThreadsShareTheProbes) {
  NEEDS_EMULATOR();
  const std::vector<Cell> cells = cells_of(4);
  const int n = static_cast<int>(cells.size());
  const Rules rules{kFront, kTolerance, 0, 7, kPool};
  const Outcome alone = EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, 1);
  const Outcome shared =
      EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, kThreads);
  ASSERT_THAT(alone, TakesAtMost(100, "a block of one thread"));
  ASSERT_THAT(shared, FinishedCleanly());
  ASSERT_THAT(shared, Judged("judges cells", [&](const Outcome& o) {
                return why_wrong_answers(o, cells, rules, kThreads);
              }));
  EXPECT_THAT(shared, SharesTheWork(nanoseconds_of_grids(alone)));
  EXPECT_THAT(shared, WroteResult(0, "look_at_cells").launched_anywhere());
}

TEST(AdaptiveGrid, NanAndInfinityAreSeen) {
  for (const Field field : some_of({kObstacle, kPole, kNowhere})) {
    expect_answers(cells_of(4), {field, kTolerance, 0, 7, kPool});
    expect_answers(cells_to(2), {field, kTolerance, 0, 7, kPool});
  }
}

TEST(AdaptiveGrid, LevelsBindTheTest) {
  for (const Field field : some_of({kFront, kConstant, kNowhere})) {
    expect_answers(cells_to(4), {field, kTolerance, 3, 4, kPool});
  }
}

}  // namespace
