// FoundByChildren(graph, strategy, plan): children visit the edges of large vertices. Whoever
// visits them all and launches grids that find nothing has the right depths and the right launches.
//
// Of a vertex to which only large ones lead this is known: a child has found it, or a thread whose
// launch was refused.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "15-launch-aggregation/graphs.h"
#include "shared/judged.h"

namespace checks {

// The kernel that is launched for large vertices, by which one, and for how many of them at most.
struct Children {
  std::string kernel, parent;
  int vertices;
};

inline Children children_of(Strategy strategy, Plan plan) {
  switch (strategy) {
    case kChildPerVertex:
      return {"visit_each", "child_per_vertex", 1};
    case kChildForLarge:
      return {plan.each == 1 ? "visit_each" : "visit_several", "child_for_large", 1};
    case kChildPerWarp:
      return {"visit_all", "child_per_warp", kWarp};
    default:
      return {"visit_all", "child_per_block", kParent};
  }
}

// Whether all vertices that lead to one, of whatever depth, are large. A compare and swap that
// finds the vertex found counts as its last write, too. One that nothing leads to is not asked
// about.
inline std::vector<bool> led_to_by_large_ones(const Graph& graph, const std::vector<int>& depths,
                                              int threshold) {
  std::vector<bool> by_large(depths.size()), by_small(depths.size());
  for (int v = 0; v < graph.vertices(); ++v) {
    for (int e = graph.offsets[v]; depths[v] >= 0 && e < graph.offsets[v + 1]; ++e)
      (graph.degree(v) > threshold ? by_large : by_small)[graph.neighbors[e]] = true;
  }
  for (std::size_t v = 0; v < depths.size(); ++v)
    by_large[v] = by_large[v] && !by_small[v] && depths[v] > 0;
  return by_large;
}

// Whether such children may have found each vertex.
inline std::vector<bool> found_by(const Outcome& run, const Children& children,
                                  std::size_t vertices) {
  std::vector<bool> found(vertices);
  for (const ElementsWritten& some : run.writers) {
    const Launch* const writer = run.launches.find(some.launch);
    const bool is_theirs = some.by == ElementsWritten::By::kGrid && writer != nullptr &&
                           Child(children.kernel).of(children.parent).matches(*writer);
    for (std::size_t i = 0; some.array == 0 && is_theirs && i < some.count; ++i)
      if (some.first + i < vertices) found[some.first + i] = true;
  }
  return found;
}

// How many launches were refused that were to visit edges of vertices of each depth: the host
// launches one grid for each.
inline std::vector<int> refused_of_levels(const Outcome& run) {
  std::vector<int> of_host, refused;
  for (const Launch& l : run.launches)
    if (l.from_host()) of_host.push_back(l.id);
  refused.resize(of_host.size());
  for (const Launch& l : run.launches.refused()) {
    const auto level = std::ranges::find(of_host, l.parent);
    if (level != of_host.end()) ++refused[static_cast<std::size_t>(level - of_host.begin())];
  }
  return refused;
}

// So many edges at most leave the vertices whose launches were refused: threads visit those.
inline int most_edges_refused(const Outcome& run, const Graph& graph,
                              const std::vector<int>& depths, int vertices_a_launch) {
  const std::vector<int> refused = refused_of_levels(run);
  int edges = 0;
  for (int level = 0; level < static_cast<int>(refused.size()); ++level) {
    std::vector<int> degrees;
    for (int v = 0; v < graph.vertices(); ++v)
      if (depths[v] == level) degrees.push_back(graph.degree(v));
    std::ranges::sort(degrees, std::greater<>());
    const auto most = static_cast<std::size_t>(refused[level] * vertices_a_launch);
    degrees.resize(std::min(degrees.size(), most));
    edges += sum(degrees);
  }
  return edges;
}

inline Refusal why_not_by_children(const Outcome& run, const Graph& graph, const Children& children,
                                   int threshold) {
  if (!run.launches.known()) return {};
  const std::vector<int> depths = serial_depths(graph);
  const std::vector<bool> asked = led_to_by_large_ones(graph, depths, threshold),
                          found = found_by(run, children, depths.size());
  int all = 0, otherwise = 0;
  for (std::size_t v = 0; v < depths.size(); ++v) {
    all += asked[v] ? 1 : 0;
    otherwise += asked[v] && !found[v] ? 1 : 0;
  }
  if (otherwise <= most_edges_refused(run, graph, depths, children.vertices)) return {};
  return because(
      Cause::kValue,
      "only large vertices lead to {} vertices of this graph, but grids of {} have found {} of "
      "them; {} launches were refused. Large vertices have more than {} neighbors, and only they "
      "launch grids, which visit their edges; threads of {} visit these edges themselves only if "
      "their launch was refused",
      all, children.kernel, all - otherwise, run.launches.refused().size(), threshold,
      children.parent);
}

// Holds on a GPU.
inline ReportMatcher FoundByChildren(const Graph& graph, Strategy strategy, Plan plan) {
  return {"has children find what large vertices lead to",
          [graph, children = children_of(strategy, plan), plan](const Outcome& run) {
            return why_not_by_children(run, graph, children, plan.threshold);
          }};
}

}  // namespace checks
