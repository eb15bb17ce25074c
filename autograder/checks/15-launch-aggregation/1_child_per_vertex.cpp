// Task 1: one child grid per vertex.
#include "15-launch-aggregation/searches.h"

namespace {

using namespace checks;

TEST(LaunchAggregation, ChildrenFindTheDepths) {
  expect_depths_of(searches(usual_graphs(), {kAll}), kChildPerVertex);
}

TEST(LaunchAggregation, AChildForEachVertex) {
  NEEDS_EMULATOR();
  for (const Graph& graph : some_of({power_law(300), hub(200), full_blocks()})) {
    const Outcome run = run_search(graph, kChildPerVertex);
    const int vertices = sum(large_of_levels(graph, 0));
    ASSERT_THAT(run.launches, LaunchCount(vertices, Child("visit_each").of("child_per_vertex")))
        << "each vertex that is found and has neighbors gets one child grid: "
        << words(graph, kAll);
    expect_blocks(run, graph, "visit_each", "child_per_vertex", kChild);
    ASSERT_THAT(run.launches, EveryLaunch(Child("visit_each"), LaunchOf("").with_block(kChild)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, kChildPerVertex, kAll));
    ASSERT_THAT(run, HandsOverTheGraph(graph));
  }
}

TEST(LaunchAggregation, ChildrenAreIndependent) {
  NEEDS_EMULATOR();
  expect_independent(hub(30), kChildPerVertex, kAll);
  expect_searched_by_kernels(kChildPerVertex);
}

TEST(LaunchAggregation, AnyGraph) {
  expect_depths_of(searches(odd_graphs(), {kAll}), kChildPerVertex);
  expect_searched_by_kernels(kChildPerVertex);
}

TEST(LaunchAggregation, NothingIsLost) { expect_nothing_lost(kChildPerVertex, 0, 1); }

}  // namespace
