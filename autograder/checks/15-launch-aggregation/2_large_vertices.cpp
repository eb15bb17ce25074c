// Task 2: children for large vertices only.
#include "15-launch-aggregation/timed.h"
#include "15-launch-aggregation/visits.h"

namespace {

using namespace checks;

TEST(LaunchAggregation, ThresholdFindsTheDepths) {
  expect_depths_of(searches(usual_graphs(), {{16, 1, kPool}, {4, 1, kPool}}), kChildForLarge);
  expect_depths_of(searches(odd_graphs(), {{0, 1, kPool}, {2, 1, kPool}}), kChildForLarge);
  expect_depths_of({{power_law(400), {kMost, 1, kPool}}}, kChildForLarge);
}

void expect_only_large_ones_launch(const Graph& graph, Plan plan) {
  const Outcome run = run_search(graph, kChildForLarge, plan);
  const int large = sum(large_of_levels(graph, plan.threshold));
  ASSERT_THAT(run.launches, LaunchCount(large, Child()))
      << large << " vertices have more than " << plan.threshold
      << " neighbors, and only they launch";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, kChildForLarge, plan));
  ASSERT_THAT(run, HandsOverTheGraph(graph));
}

TEST(LaunchAggregation, OnlyLargeOnesLaunch) {
  NEEDS_EMULATOR();
  for (const Graph& graph : {power_law(400), scattered()}) {
    for (const int threshold : some_of({0, 8, 16, 64, kMost}))
      ASSERT_NO_FATAL_FAILURE(expect_only_large_ones_launch(graph, {threshold, 1, kPool}));
  }
}

TEST(LaunchAggregation, EachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildForLarge, {16, 1, kPool});
  expect_each_edge_once(kChildForLarge, {16, 2, kPool});
  expect_each_edge_once(kChildForLarge, {8, 2, 32});
}

TEST(LaunchAggregation, ThresholdIsFaster) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(2000);
  const Outcome run = run_search(graph, kChildForLarge, kTimed);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements(serial_depths(graph)));
  ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, kChildForLarge, kTimed));
  ASSERT_THAT(run, HandsOverTheGraph(graph));
  if (!tries_all_cases()) return;
  const Timed naive = compared("one child per vertex", run_search(graph, kChildPerVertex, kTimed),
                               sum(large_of_levels(graph, 0)), 1150);
  const Timed large = timed("one child per vertex with more than 32 neighbors", run,
                            sum(large_of_levels(graph, kTimed.threshold)));
  EXPECT_THAT(run, BeatsBy(3, naive, large,
                           "most vertices have few neighbors, and a launch costs more than "
                           "visiting them"));
}

}  // namespace
