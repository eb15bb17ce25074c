// Graphs of grids, of which each runs when those are complete that it needs.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "21-cross-device-events/order.h"

namespace checks {

// The arguments of run_graph. Costs differ, so that a launch shows by its blocks which node it is.
struct Graph {
  std::vector<int> device, cost, first{0}, needed;
  int devices;

  explicit Graph(int devices) : devices(devices) {}

  int nodes() const { return static_cast<int>(cost.size()); }

  void add(int on_device, const std::vector<int>& needs) {
    const int node = nodes();
    device.push_back(on_device % devices);
    cost.push_back(1 + (11 * node + 5) % 41);
    needed.insert(needed.end(), needs.begin(), needs.end());
    first.push_back(static_cast<int>(needed.size()));
  }

  std::vector<int> needs(int node) const {
    return {needed.begin() + first[node], needed.begin() + first[node + 1]};
  }

  std::vector<int> heaviest() const {
    std::vector<int> result;
    for (int node = 0; node < nodes(); ++node) {
      int most = 0;
      for (const int other : needs(node)) most = std::max(most, result[other]);
      result.push_back(most + cost[node]);
    }
    return result;
  }

  // What each node waits for, directly or over others.
  std::vector<std::set<int>> before() const {
    std::vector<std::set<int>> result(nodes());
    for (int node = 0; node < nodes(); ++node) {
      for (const int other : needs(node)) {
        result[node].insert(other);
        result[node].insert(result[other].begin(), result[other].end());
      }
    }
    return result;
  }

  std::string words(int node) const {
    const int d = device[node];
    return fmt::format("node {} ({} blocks on device {})", node, cost[node], d);
  }
};

// Two nodes in a line on device 0, the second needed elsewhere: the smallest that has a shadow.
inline Graph line(int devices) {
  Graph g(devices);
  g.add(0, {});
  g.add(0, {});
  g.add(devices - 1, {0});
  return g;
}

inline Outcome run(const Graph& g) {
  give_devices(g.devices);
  return EXERCISE(run_graph, output<int>(g.nodes()), output<int>(g.nodes()), input(g.device),
                  input(g.cost), input(g.first), input(g.needed), g.nodes(), g.devices);
}

// Children of nodes write what nodes find: array 0, and array 1, where they ran.
inline WroteResult Settled(std::size_t array) { return WroteResult(array, "settle").of("work"); }

}  // namespace checks
