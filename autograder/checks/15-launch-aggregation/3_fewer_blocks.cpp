// Task 3: fewer blocks per child.
#include <cstdint>
#include <iterator>

#include "15-launch-aggregation/searches.h"

namespace {

using namespace checks;

TEST(LaunchAggregation, CoarseChildrenFindTheDepths) {
  expect_depths_of(searches(usual_graphs(), {{0, 2, kPool}, {0, 7, kPool}}), kChildForLarge);
  // The last has more edges a thread than a block has threads, and not one to spare.
  expect_depths_of({{hub(1000), {0, 3, kPool}},
                    {hub(1000), {0, 5000, kPool}},
                    {star(kChild * (kChild + 1)), {0, kChild + 1, kPool}}},
                   kChildForLarge);
}

// On the virtual clock.
std::int64_t nanoseconds(const Launch& launch) { return launch.end_ns - launch.start_ns; }

// What a thread needs for one more neighbor: the only one of the first level has some, those of
// the last have none.
double nanoseconds_a_visit(const Graph& graph) {
  const Outcome run = run_search(graph, kFlat);
  if (run.launches.empty()) return 0;
  const Launch &first = *run.launches.begin(), &last = *std::prev(run.launches.end());
  return static_cast<double>(nanoseconds(first) - nanoseconds(last)) / graph.degree(0);
}

// Of all children of full_blocks() the shortest visits a single neighbor. The longest takes as
// much longer as its busiest thread has more of them; all are found by that visit.
Refusal why_not_even(const Launches& launches, int each, double a_visit) {
  const Launch *shortest = nullptr, *longest = nullptr;
  for (const Launch& l : launches) {
    if (!Child("visit_several").matches(l)) continue;
    if (!shortest || nanoseconds(l) < nanoseconds(*shortest)) shortest = &l;
    if (!longest || nanoseconds(l) > nanoseconds(*longest)) longest = &l;
  }
  if (!longest || a_visit <= 0) return {};
  const double more = static_cast<double>(nanoseconds(*longest) - nanoseconds(*shortest)) / a_visit;
  constexpr double kMargin = 0.8;  // of a visit: some cost more here than in the flat search
  if (more < each - 1 + kMargin) return {};
  return refusal_at(
      longest, Cause::kValue,
      "on the virtual clock this child, {}, takes as long as one thread needs for {:.0f} "
      "neighbors, but it is large enough for {} per thread: no thread of visit_several may visit "
      "more than `each`, so the threads must share the neighbors evenly",
      launch_words(*longest), 1 + more, each);  // edges visited twice are told by their visits
}

Plan coarse(int each) { return {0, each, kPool}; }

Outcome run_coarse(const Graph& graph, int each) {
  return run_search(graph, kChildForLarge, coarse(each));
}

void expect_few_blocks(const Outcome& run, const Graph& graph, int each) {
  ASSERT_THAT(run.launches, Contains(Child("visit_several")));
  expect_blocks(run, graph, "visit_several", "child_for_large", kChild * each);
  ASSERT_THAT(run.launches, EveryLaunch(Child("visit_several"), LaunchOf("").with_block(kChild)));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, kChildForLarge, coarse(each)));
  ASSERT_THAT(run, HandsOverTheGraph(graph));
}

TEST(LaunchAggregation, FewerBlocks) {
  NEEDS_EMULATOR();
  expect_independent(hub(30), kChildForLarge, coarse(2));
  if (HasFailure()) return;
  for (const auto& [graph, each] : some_of({std::pair{power_law(500), 2}, {hub(1000), 8}})) {
    ASSERT_NO_FATAL_FAILURE(expect_few_blocks(run_coarse(graph, each), graph, each));
  }
  const Graph graph = full_blocks();
  const double a_visit = nanoseconds_a_visit(graph);
  for (const int each : some_of({2, 8})) {
    const Outcome run = run_coarse(graph, each);
    ASSERT_NO_FATAL_FAILURE(expect_few_blocks(run, graph, each));
    ASSERT_THAT(run.launches, LaunchesMatcher("shares evenly", [&](const Launches& launches) {
                  return why_not_even(launches, each, a_visit);
                }));
  }
}

TEST(LaunchAggregation, CoarseChildrenLoseNothing) { expect_nothing_lost(kChildForLarge, 0, 4); }

}  // namespace
