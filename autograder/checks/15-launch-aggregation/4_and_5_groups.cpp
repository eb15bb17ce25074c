// Tasks 4 and 5: one child grid for many vertices, those of a warp or of a block.
#include "15-launch-aggregation/timed.h"
#include "15-launch-aggregation/visits.h"

namespace {

using namespace checks;

// After a refused launch.
Refusal why_not_shared(const Outcome& run, const Graph& graph, const char* group) {
  if (run.launches.refused().empty()) return {};
  const Launch& refused = run.launches.refused().front();
  const std::string how = fmt::format(
      "All threads of the {0} must share the list, even those without a vertex on it, so that each "
      "edge is visited once: thread t of the T threads of the {0}, counted from 0 within the {0}, "
      "visits edges t, t + T, t + 2 * T and so on",
      group);
  const Refusal lost = why_not_found(run, serial_depths(graph), Cause::kCall);
  if (!lost.why.empty()) {
    return refusal_at(refused, Cause::kCall, "when this launch of {} is refused, {}. {}",
                      refused.kernel, lost.why, how);
  }
  const int visits = visits_of(run), edges = edges_reached(graph);
  if (visits == edges) return {};
  return refusal_at(refused, Cause::kCall,
                    "when this launch of {} is refused, the search makes {} visits (each an "
                    "atomicCAS), but there are {} edges. {}",
                    refused.kernel, visits, edges, how);
}

void expect_refused_list_is_shared(const Graph& graph, Strategy strategy, Plan plan,
                                   const char* group) {
  const Outcome run = run_refusing(1, [&] { return run_search(graph, strategy, plan); });
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReportMatcher("shares a refused list", [&](const Outcome& o) {
                return why_not_shared(o, graph, group);
              }));
}

// Only one level has large vertices: one, or every second one.
void expect_refused_lists_are_shared(Strategy strategy, const char* group) {
  expect_refused_list_is_shared(hub(1000), strategy, {16, 2, kPool}, group);
  if (testing::Test::HasFatalFailure()) return;
  expect_refused_list_is_shared(scattered(), strategy, {kScatteredThreshold, 2, kPool}, group);
}

void expect_depths_by_groups(Strategy strategy) {
  expect_depths_of(searches(usual_graphs(), {kAll, {12, 4, kPool}}), strategy);
  expect_depths_of(searches(odd_graphs(), {kAll, {2, 1, kPool}}), strategy);
  expect_depths_of({{power_law(400), {kMost, 1, kPool}}}, strategy);
}

// More children than groups of `size` vertices of a level that are all large.
Refusal why_too_many_launches(const Launches& launches, int groups, const char* group, int size) {
  int found = 0;
  const Launch* last = nullptr;
  for (const Launch& l : launches) {
    if (l.from_host()) continue;
    ++found;
    last = &l;
  }
  if (found <= groups) return {};
  return refusal_at(
      last, Cause::kCall,
      "{} children, but the vertices of each level, {} per {}, need {}: one launch each, by one "
      "thread of the {} for its whole list (K2)",
      found, size, group, groups, group);
}

// If every vertex is large, each group of a level launches; else no more launch than there are
// groups or large vertices.
void expect_one_launch_a_group(Strategy strategy, const char* parent, int size, const char* group) {
  const Graph graph = power_law(500);
  for (const int each : some_of({1, 4})) {
    const Plan plan{0, each, kPool};
    const Outcome run = run_search(graph, strategy, plan);
    const std::vector<int> found = large_of_levels(graph, 0);
    ASSERT_THAT(run, Keeps("race"));  // a list that is read too early is launched too often, too
    ASSERT_THAT(run.launches,
                LaunchesMatcher("one launch per group", [&](const Launches& launches) {
                  return why_too_many_launches(launches, groups(found, size), group, size);
                }));
    ASSERT_THAT(run.launches, LaunchCount(groups(found, size), Child("visit_all").of(parent)))
        << sum(found) << " vertices, " << size << " of a level per " << group
        << ": one launch each instead of " << sum(found);
    ASSERT_THAT(run.launches, LaunchCount(groups(found, size), Child()))
        << "the device launches nothing else";
    ASSERT_THAT(run.launches, EveryLaunch(Child("visit_all"), LaunchOf("").with_block(kChild)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, strategy, plan));
    ASSERT_THAT(run, HandsOverTheGraph(graph));
  }
  const std::vector<int> large = large_of_levels(graph, 16), found = large_of_levels(graph, 0);
  int most = 0;
  for (std::size_t level = 0; level < large.size(); ++level) {
    most += std::min(large[level], divide_up(found[level], size));
  }
  const Outcome run = run_search(graph, strategy, {16, 1, kPool});
  ASSERT_THAT(run.launches, LaunchCountBetween(groups(large, size), most, Child()))
      << sum(large) << " vertices have more than 16 neighbors, and a " << group
      << " without such a vertex launches nothing";
  ASSERT_THAT(run.launches, LaunchCount(0, Child("visit_each")));
  EXPECT_THAT(run, FinishedCleanly());
}

// A large vertex has more neighbors than the threshold, not as many.
std::string why_only_the_first(const Graph& graph, const char* group, int threshold) {
  return fmt::format(
      "with a threshold of {0}, in {1}: only vertex 0, with {2} neighbors, has more than {0}; "
      "every other vertex has at most {0}, and a {3} of such vertices launches nothing",
      threshold, graph.name, graph.degree(0), group);
}

// As many blocks as the edges of all large vertices fill.
void expect_blocks_of_group(Strategy strategy, int each, const char* group) {
  constexpr int kThreshold = 1;
  // A level of one vertex, then levels whose vertices have one edge; the second fills its blocks.
  for (const Graph& graph : some_of({hub(2000), fan(1024), fan(1025)})) {
    const Outcome run = run_search(graph, strategy, {kThreshold, each, kPool});
    const int blocks = divide_up(graph.degree(0), kChild * each);
    ASSERT_THAT(run.launches, LaunchCount(1, Child("visit_all").with_grid({blocks})))
        << "the list of the first level has " << graph.degree(0) << " edges, for " << blocks
        << " blocks of " << kChild << " threads with " << each
        << " edges each, as few as suffice: round up, but launch no further block if the last one "
           "is exactly full";
    ASSERT_THAT(run.launches, LaunchCount(1, Child()))
        << why_only_the_first(graph, group, kThreshold);
  }
}

TEST(LaunchAggregation, WarpsFindTheDepths) { expect_depths_by_groups(kChildPerWarp); }

TEST(LaunchAggregation, OneLaunchAWarp) {
  NEEDS_EMULATOR();
  expect_one_launch_a_group(kChildPerWarp, "child_per_warp", kWarp, "warp");
  if (HasFatalFailure()) return;
  expect_blocks_of_group(kChildPerWarp, 1, "warp");
  expect_blocks_of_group(kChildPerWarp, 8, "warp");
  const Outcome run = run_search(hub(kParent), kChildPerWarp);  // four warps of one block
  EXPECT_THAT(run.launches, MayOverlap(Child("visit_all"), Child("visit_all")))
      << "the children of a block's warps need not wait for one another: in the block's NULL "
         "stream they do (S1), as fire-and-forget launches they do not (S6)";
}

TEST(LaunchAggregation, WarpsLoseNothing) {  // a level has more than 32 warps
  expect_depths_of(
      {{fan(1600), {0, 1, slots_in_pool(32)}}, {power_law(2000), {6, 2, slots_in_pool(32)}}},
      kChildPerWarp);
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(fan(100), kChildPerWarp);
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(scattered(), kChildPerWarp, {kScatteredThreshold, 2, kPool});
}

TEST(LaunchAggregation, WarpsVisitEachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildPerWarp, {16, 2, kPool});
  if (HasFatalFailure()) return;
  expect_refused_lists_are_shared(kChildPerWarp, "warp");
}

TEST(LaunchAggregation, BlocksFindTheDepths) { expect_depths_by_groups(kChildPerBlock); }

TEST(LaunchAggregation, OneLaunchABlock) {
  NEEDS_EMULATOR();
  expect_one_launch_a_group(kChildPerBlock, "child_per_block", kParent, "block");
  if (HasFatalFailure()) return;
  expect_blocks_of_group(kChildPerBlock, 1, "block");
  expect_blocks_of_group(kChildPerBlock, 8, "block");
}

TEST(LaunchAggregation, BlocksLoseNothing) {  // a level has more than 32 blocks
  expect_depths(fan(5000), kChildPerBlock, {0, 1, slots_in_pool(32)});
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(fan(300), kChildPerBlock);
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(scattered(), kChildPerBlock, {kScatteredThreshold, 2, kPool});
  expect_searched_by_kernels(kChildPerBlock);
}

TEST(LaunchAggregation, BlocksVisitEachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildPerBlock, {16, 2, kPool});
  if (HasFatalFailure()) return;
  expect_refused_lists_are_shared(kChildPerBlock, "block");
}

TEST(LaunchAggregation, EachStepIsFaster) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(6000);
  const Outcome run = run_search(graph, kChildPerBlock, kTimed);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements(serial_depths(graph)));
  ASSERT_NO_FATAL_FAILURE(expect_found(run, graph, kChildPerBlock, kTimed));
  ASSERT_THAT(run, HandsOverTheGraph(graph));
  if (!tries_all_cases()) return;
  const Timed naive = compared("one child per vertex", run_search(graph, kChildPerVertex, kTimed),
                               sum(large_of_levels(graph, 0)), 3000);
  const std::vector<int> many = large_of_levels(graph, kTimed.threshold);
  const Timed large = compared("one child per large vertex",
                               run_search(graph, kChildForLarge, kTimed), sum(many), 500);
  const Timed warps = compared("one child per warp", run_search(graph, kChildPerWarp, kTimed),
                               groups(many, kWarp), 350);
  const Timed blocks = timed("one child per block", run, groups(many, kParent));
  EXPECT_THAT(run, BeatsBy(4, naive, large, "does the threshold of task 2 take effect?"));
  EXPECT_THAT(run, BeatsBy(1.2, large, warps, "it launches a third as often"));
  EXPECT_THAT(run, BeatsBy(1.05, warps, blocks, "it launches a third as often again"));
  EXPECT_THAT(run, BeatsBy(6, naive, blocks, "all steps together"));
}

}  // namespace
