// Every edge is visited once, whoever does it. A visit is an atomicCAS.
#pragma once

#include "15-launch-aggregation/searches.h"

namespace checks {

// A compare and swap of any scope, or the compiler's own.
inline bool is_visit(const ApiCall& call) {
  return call.name.starts_with("atomicCAS") || call.name == "atomic compare_exchange";
}

// Each is an atomicCAS.
inline int visits_of(const Outcome& run) {
  int visits = 0;
  for (const ApiCall& call : run.device_calls) visits += is_visit(call) ? call.count : 0;
  return visits;
}

inline Refusal why_visited_twice(const Outcome& run, int edges) {
  const int visits = visits_of(run);
  if (visits <= edges) return {};
  return because(Cause::kCall,
                 "{} visits, each an atomicCAS, for {} edges: each edge must be visited once, by a "
                 "child or by a thread, and not by both",
                 visits, edges);
}

// Every edge is visited once, whoever does it.
inline void expect_each_edge_once(Strategy strategy, Plan plan) {
  for (const Graph& graph : some_of({power_law(400), hub(1000)})) {
    const Outcome run = run_search(graph, strategy, plan);
    ASSERT_THAT(run, FinishedCleanly());
    const int edges = edges_reached(graph);
    ASSERT_THAT(run,
                ReportMatcher("visits no edge twice",
                              [edges](const Outcome& o) { return why_visited_twice(o, edges); }))
        << words(graph, plan);
    ASSERT_THAT(run, DeviceCalledTimes("atomicCAS", edges))
        << "a visit is an atomicCAS, and " << edges
        << " edges must be visited, each of them once: " << words(graph, plan);
    ASSERT_THAT(run, FoundByChildren(graph, strategy, plan)) << words(graph, plan);
    ASSERT_THAT(run, HandsOverTheGraph(graph)) << words(graph, plan);
  }
}

}  // namespace checks
