// What a search finds, and what a full pool may not lose. In which order a level finds its vertices
// is free, and so is who stands in a warp with whom: checks count launches from the depths alone,
// or within bounds.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "15-launch-aggregation/found_by.h"
#include "15-launch-aggregation/graphs.h"
#include "shared/counted_atomically.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace checks {

inline Outcome run_search(const Graph& graph, Strategy strategy, Plan plan = kAll) {
  return EXERCISE(search, output<int>(graph.vertices()), output<int>(1), input(graph.offsets),
                  input(graph.neighbors), graph.vertices(), 0, strategy, plan);
}

inline std::string words(const Graph& graph, Plan plan) {
  return fmt::format("{} ({} vertices), threshold {}, {} {} per thread, {} slots in the pool",
                     graph.name, graph.vertices(), plan.threshold, plan.each,
                     plan.each == 1 ? "neighbor" : "neighbors", plan.pool);
}

// Of a grid that visits the edges of vertices of that depth.
inline bool was_refused_at(const Outcome& run, int depth) {
  std::map<int, int> depth_of;  // of the host's grids, one a level
  for (const Launch& l : run.launches) {
    if (l.from_host()) depth_of.emplace(l.id, static_cast<int>(depth_of.size()));
  }
  return std::ranges::any_of(run.launches.refused(), [&](const Launch& refused) {
    const auto parent = depth_of.find(refused.parent);
    return parent != depth_of.end() && parent->second == depth;
  });
}

// Depths can only be too large: a way that no thread walks is not found, but none is invented.
// Where launches of a level were refused, what is missing is their work, and `if_refused` the
// cause.
inline Refusal why_not_found(const Outcome& run, const std::vector<int>& expected,
                             Cause if_refused) {
  const auto depths = run.result<int>(0);
  int wrong = 0, unfound = 0, first = -1;
  for (int v = 0; v < static_cast<int>(expected.size()); ++v) {
    if (depths[v] == expected[v]) continue;
    if (first < 0 || expected[v] < expected[first]) first = v;  // the cause, not what follows
    ++wrong;
    unfound += depths[v] == -1;
  }
  if (wrong == 0) return {};
  const bool visits_missing = depths[first] == -1 || depths[first] > expected[first];
  return because(
      was_refused_at(run, expected[first] - 1) ? if_refused : Cause::kValue,
      "{} of {} depths are wrong, {} of them -1: vertices that were not found. One of the "
      "nearest is depths[{}]: it is {} and should be {}{}",
      wrong, expected.size(), unfound, first, depths[first], expected[first],
      visits_missing ? fmt::format("; so of the edges that leave vertices of depth {}, some were "
                                   "not visited",
                                   expected[first] - 1)
                     : "");
}

// What is counted as refused, and what the device says.
inline Refusal why_miscounted(const Outcome& run) {
  const int counted = run.result<int>(1)[0];
  if (!run.launches.known()) return {};
  const auto& refused = run.launches.refused();
  if (counted == static_cast<int>(refused.size())) return {};
  return because(
      "refused[0] is {}, but the device refused {} launches: count each once, in the thread that "
      "launched (R3)",
      counted, refused.size());
}

// The pool of the run has a place for every launch.
inline Refusal why_refused(const Outcome& run) {
  const int counted = run.result<int>(1)[0];
  if (counted == 0) return {};
  const auto& refused = run.launches.refused();
  const Launch* first = refused.empty() ? nullptr : &refused.front();
  const std::string what = first == nullptr ? "" : fmt::format(", first {}", launch_words(*first));
  return refusal_at(first, Cause::kCall,
                    "{} launches were refused although the pool has a slot for each{}: they ask "
                    "for something impossible, such as a grid of 0 blocks for a vertex or a list "
                    "without edges, or where a number of blocks was not rounded up (K6)",
                    counted, what);
}

// The host has only the graph to hand over, and a few numbers for each level.
inline ReportMatcher HandsOverTheGraph(const Graph& graph) {
  constexpr std::size_t kBits = 1024, kBitsOfALevel = 48;
  int levels = 0;
  for (const int depth : serial_depths(graph)) levels = std::max(levels, depth + 1);
  return HostPassesAtMost(kBits + kBitsOfALevel * static_cast<std::size_t>(levels),
                          "it has the graph, and the device tells how many vertices a level has. "
                          "The kernels must find out which vertices these are, for each level");
}

// Grids write the depths of what is found; the host may pass them on.
inline WroteResult SearchedOnTheDevice(const std::vector<int>& expected) {
  return WroteResult(0).where([expected](int v) { return expected[v] > 0; });
}

// Of a check of launches: they have found something, children what is theirs.
inline void expect_found(const Outcome& run, const Graph& graph, Strategy strategy, Plan plan) {
  ASSERT_THAT(run, SearchedOnTheDevice(serial_depths(graph)).somewhere());
  ASSERT_THAT(run, FoundByChildren(graph, strategy, plan));
}

inline void expect_depths(const Graph& graph, Strategy strategy, Plan plan) {
  const Outcome run = run_search(graph, strategy, plan);
  const std::vector<int> expected = serial_depths(graph);
  ASSERT_THAT(run, NoFinding("uninitialized", "",
                             "did the thread that should write it return early? All threads must "
                             "reach a barrier or a vote, even those without work"));
  ASSERT_THAT(run, CountsAtomically("l.refused")) << words(graph, plan);
  ASSERT_THAT(run, FinishedCleanly()) << words(graph, plan);
  ASSERT_THAT(run, ReturnsNoError());
  const Cause cause = plan.pool < kPool ? Cause::kCall : Cause::kValue;
  const auto judge = [&](const Outcome& found) { return why_not_found(found, expected, cause); };
  ASSERT_THAT(run, Judged("finds all vertices", judge)) << words(graph, plan);
  ASSERT_THAT(run, Judged("counts refused launches", why_miscounted)) << words(graph, plan);
  if (plan.pool >= kPool) {
    ASSERT_THAT(run, Judged("has nothing refused", why_refused)) << words(graph, plan);
  }
  ASSERT_THAT(run, SearchedOnTheDevice(expected)) << words(graph, plan);
  ASSERT_THAT(run, FoundByChildren(graph, strategy, plan)) << words(graph, plan);
  ASSERT_THAT(run, HandsOverTheGraph(graph)) << words(graph, plan);
}

// Lists of few vertices, or of vertices in order, tell little. Those of this graph tell much.
inline void expect_searched_by_kernels(Strategy strategy, Plan plan = kAll) {
  const Graph graph = uniform(300);
  ASSERT_THAT(run_search(graph, strategy, plan), HandsOverTheGraph(graph)) << words(graph, plan);
}

struct Search {
  Graph graph;
  Plan plan;
};

inline std::vector<Search> searches(const std::vector<Graph>& graphs,
                                    const std::vector<Plan>& plans) {
  std::vector<Search> all;
  for (const Graph& graph : graphs) {
    for (const Plan& plan : plans) all.push_back({graph, plan});
  }
  return all;
}

inline void expect_depths_of(const std::vector<Search>& all, Strategy strategy) {
  for (const auto& [graph, plan] : some_of(all)) {
    expect_depths(graph, strategy, plan);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// The emulator refuses one of the first launches, under any schedule; a GPU none.
inline void expect_refused_one_made_up(const Graph& graph, Strategy strategy, Plan plan = kAll) {
  const std::vector<int> expected = serial_depths(graph);
  for (const int number : some_of({1, 2, 3})) {
    const Outcome run = run_refusing(number, [&] { return run_search(graph, strategy, plan); });
    ASSERT_THAT(run, FinishedCleanly()) << words(graph, plan);
    ASSERT_THAT(run, Judged("finds all vertices",
                            [&](const Outcome& found) {
                              return why_not_found(found, expected, Cause::kEnding);
                            }))
        << "when launch " << number
        << " of the device is refused: the launching threads do its work";
    ASSERT_THAT(run, SearchedOnTheDevice(expected)) << words(graph, plan);
    ASSERT_THAT(run, FoundByChildren(graph, strategy, plan)) << words(graph, plan);
  }
}

// With few places most launches of a level are refused.
inline void expect_nothing_lost(Strategy strategy, int threshold, int each) {
  const Plan small{threshold, each, slots_in_pool(32)}, medium{threshold, each, slots_in_pool(100)};
  expect_depths_of(searches({power_law(260), fan(150)}, {small, medium}), strategy);
}

// As many launches of the child as there are vertices with so many blocks.
inline void expect_blocks(const Outcome& run, const Graph& graph, const char* child,
                          const char* parent, int edges_a_block) {
  std::map<int, int> with_blocks;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] >= 0 && graph.degree(v) > 0) {
      ++with_blocks[divide_up(graph.degree(v), edges_a_block)];
    }
  }
  for (const auto& [blocks, vertices] : with_blocks) {
    ASSERT_THAT(run.launches, LaunchCount(vertices, Child(child).of(parent).with_grid({blocks})))
        << vertices << (vertices == 1 ? " vertex has" : " vertices have") << " neighbors for "
        << blocks << (blocks == 1 ? " block" : " blocks") << " of " << edges_a_block
        << " neighbors, as few blocks as suffice: round up, but launch no further block if the "
           "last one is exactly full";
  }
}

// Those of one level: the host waits between levels.
inline void expect_independent(const Graph& graph, Strategy strategy, Plan plan) {
  const Outcome run = run_search(graph, strategy, plan);
  const std::string child = children_of(strategy, plan).kernel;
  ASSERT_THAT(run.launches, Contains(Child(child)));
  EXPECT_THAT(run.launches, MayOverlap(Child(child), Child(child)))
      << "children in the NULL stream of a block run one after another (S1); fire-and-forget "
         "children do not (S6)";
  EXPECT_THAT(run, Keeps("device-api"));  // of how streams are made
  expect_found(run, graph, strategy, plan);
}

}  // namespace checks
