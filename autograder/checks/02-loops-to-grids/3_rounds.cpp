// Task 3: a grid for each round of each thread.
#include <tuple>

#include "02-loops-to-grids/runs.h"

namespace {

using namespace checks;

Loops steps_of(int threads, int steps) {
  return {"a round of thread", "step", "steps", std::vector<int>(threads, steps), 1};
}

// After K threads, M rounds and N steps.
void expect_count(int k, int m, int n) {
  watch_threads();
  const Outcome run = run_rounds(k, m, n);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, steps_of(k, n), m));
  const Count steps = Count(k) * m * n, after_a_round = Count(k) * 5;
  const Count lost_fives = n == 0 && m > 1 ? 0 : ~Count(0);
  EXPECT_THAT(run.result<Count>(0),
              Elements([&](int) { return steps + after_a_round * (m - 1); })
                  .mistaking([&](int) { return lost_fives; },
                             "a thread that ends its rounds early because there are no steps: "
                             "then there is nothing to launch, but the 5 between two rounds must "
                             "still be added")
                  .mistaking([](int) { return 0; }, "a counter to which nothing was added")
                  .mistaking([&](int) { return steps + after_a_round * m; },
                             "5 added after the last round too: they belong between two rounds")
                  .mistaking([&](int) { return steps; }, "the steps without the 5 in between"))
      << "with K = " << k << ", M = " << m << " and N = " << n;
  EXPECT_THAT(run, WroteResult(0)) << "with K = " << k << ", M = " << m << " and N = " << n;
  EXPECT_THAT(run, CountsInChildren(n == 0 ? 0 : k * m, n));
  expect_votes_to_count(run, k, m, n);
}

TEST(LoopsToGrids, CounterIsRight) {
  for (const auto& [k, m, n] :
       {std::tuple{3, 4, 10}, {66, 2, 30}, {5, 2, 257}, {6, 3, 0}, {4, 2, 1}, {2, 1, 1024}}) {
    expect_count(k, m, n);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_count(3, 2, 7);
}

TEST(LoopsToGrids, OneGridForEachRound) {
  NEEDS_EMULATOR();
  watch_threads();
  for (const auto& [k, m, n] : {std::tuple{66, 2, 40}, {4, 3, 600}, {2, 1, 1024}, {3, 2, 0}}) {
    const Outcome run = run_rounds(k, m, n);
    ASSERT_THAT(run.launches, GridsFit(steps_of(k, n), m));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, WroteResult(0));
    ASSERT_THAT(run, CountsInChildren(n == 0 ? 0 : k * m, n));
    expect_votes_to_count(run, k, m, n);
  }
}

}  // namespace
