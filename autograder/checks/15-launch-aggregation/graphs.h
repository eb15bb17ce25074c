// Graphs of lesson 15, and the search that everybody knows.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

constexpr int kWarp = 32, kParent = 128, kChild = 64;  // as in the exercise
constexpr int kPool = 2048;
constexpr Plan kAll{0, 1, kPool};  // every vertex with neighbors is large
constexpr int kMost = std::numeric_limits<int>::max();

inline int divide_up(int a, int b) { return (a + b - 1) / b; }

struct Graph {
  std::string name;
  std::vector<int> offsets, neighbors;

  int vertices() const { return static_cast<int>(offsets.size()) - 1; }
  int degree(int v) const { return offsets[v + 1] - offsets[v]; }
  void end_vertex() { offsets.push_back(static_cast<int>(neighbors.size())); }
};

// 8 to 24 neighbors, anywhere.
inline Graph uniform(int vertices) {
  Graph graph{"the uniform graph", {0}, {}};
  std::mt19937 random(1);
  for (int v = 0; v < vertices; ++v) {
    for (unsigned i = 8 + random() % 17; i > 0; --i) {
      graph.neighbors.push_back(static_cast<int>(random() % vertices));
    }
    graph.end_vertex();
  }
  return graph;
}

// From 4 neighbors to a quarter of all vertices: a few have most of the edges.
inline Graph power_law(int vertices) {
  Graph graph{"the power law graph", {0}, {}};
  std::mt19937 random(2);
  for (int v = 0; v < vertices; ++v) {
    const double u = (random() + 1.0) / 4294967296.0;
    const double degree = std::min(4 * std::pow(u, -1 / 1.2), vertices / 4.0);
    for (int i = 0; i < static_cast<int>(degree); ++i) {
      graph.neighbors.push_back(static_cast<int>(random() % vertices));
    }
    graph.end_vertex();
  }
  return graph;
}

// A lattice from whose corner the search begins; every seventh crossing has no road to the east.
inline Graph road(int width) {
  Graph graph{"the road graph", {0}, {}};
  const auto to_the_east = [&](int v) { return v % width + 1 < width && v % 7 != 3; };
  for (int v = 0; v < width * width; ++v) {
    if (to_the_east(v)) graph.neighbors.push_back(v + 1);
    if (v % width > 0 && to_the_east(v - 1)) graph.neighbors.push_back(v - 1);
    if (v >= width) graph.neighbors.push_back(v - width);
    if (v + width < width * width) graph.neighbors.push_back(v + width);
    graph.end_vertex();
  }
  return graph;
}

inline Graph graph_of(std::string name, const std::vector<std::vector<int>>& lists) {
  Graph graph{std::move(name), {0}, {}};
  for (const auto& list : lists) {
    graph.neighbors.insert(graph.neighbors.end(), list.begin(), list.end());
    graph.end_vertex();
  }
  return graph;
}

// Vertex 0 leads to all others, some of them twice, and they lead back.
inline Graph hub(int vertices) {
  std::vector<std::vector<int>> lists(vertices);
  for (int v = 1; v < vertices; ++v) {
    lists[0].push_back(v);
    if (v % 5 == 0) lists[0].push_back(v);
    lists[v] = {0};
  }
  return graph_of("a hub that leads to all", lists);
}

// Vertex 0 leads to many, each of which leads to a vertex that nobody else leads to: whatever is
// not visited is missing in the result.
inline Graph fan(int many) {
  std::vector<std::vector<int>> lists(2 * many + 1);
  for (int v = 1; v <= many; ++v) {
    lists[0].push_back(v);
    lists[v] = {v + many};
  }
  return graph_of("a fan", lists);
}

// Vertex 0 leads to one vertex for each of `degrees`, and each of these to so many others; all are
// leaves, or lead to leaves only.
inline Graph of_degrees(std::string name, const std::vector<int>& degrees) {
  std::vector<std::vector<int>> lists(1 + degrees.size());
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    lists[0].push_back(static_cast<int>(i + 1));
    for (int k = 0; k < degrees[i]; ++k) {
      lists[i + 1].push_back(static_cast<int>(lists.size()));
      lists.emplace_back();
    }
  }
  return graph_of(std::move(name), lists);
}

// What just fills blocks of 64 threads with 1, 2 and 8 edges each, and one edge more or less; and a
// single edge.
inline Graph full_blocks() {
  return of_degrees("a graph of vertices with as many neighbors as blocks have room for",
                    {1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513});
}

// The vertices of its second level have 1 and 50 neighbors in turn; the first and the last have 1.
// Each of these neighbors is reached from one vertex only.
constexpr int kScatteredThreshold = 45;
inline Graph scattered() {
  std::vector<int> degrees(41, 1);
  for (std::size_t i = 1; i < degrees.size(); i += 2) degrees[i] = 50;
  return of_degrees("a graph where every second vertex has many neighbors", degrees);
}

// Vertex 0 leads to so many others, which lead nowhere.
inline Graph star(int leaves) {
  return of_degrees("a vertex that leads to all others", std::vector<int>(leaves, 0));
}

inline std::vector<Graph> usual_graphs() {
  return {uniform(300), power_law(400), road(13), scattered()};
}

inline std::vector<Graph> odd_graphs() {
  return {
      graph_of("an empty graph", {}),
      graph_of("one vertex without edges", {{}}),
      graph_of("one vertex that leads to itself", {{0}}),
      graph_of("duplicate edges and self loops", {{1, 1, 0, 2, 1}, {1, 0, 2, 2}, {3, 3, 2}, {}}),
      graph_of("vertices that nothing leads to", {{2}, {0, 3}, {2, 4}, {1}, {}, {5}}),
      hub(500)};
}

inline std::vector<int> serial_depths(const Graph& graph) {
  std::vector<int> depths(graph.vertices(), -1), queue;
  if (graph.vertices() > 0) {
    depths[0] = 0;
    queue.push_back(0);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int e = graph.offsets[queue[i]]; e < graph.offsets[queue[i] + 1]; ++e) {
      const int v = graph.neighbors[e];
      if (depths[v] >= 0) continue;
      depths[v] = depths[queue[i]] + 1;
      queue.push_back(v);
    }
  }
  return depths;
}

// How many vertices of more than `threshold` neighbors each level has.
inline std::vector<int> large_of_levels(const Graph& graph, int threshold) {
  std::vector<int> large;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] < 0) continue;
    if (depths[v] >= static_cast<int>(large.size())) large.resize(depths[v] + 1);
    if (graph.degree(v) > threshold) ++large[depths[v]];
  }
  return large;
}

inline int sum(const std::vector<int>& counts) {
  int all = 0;
  for (const int count : counts) all += count;
  return all;
}

// Groups of so many that as many vertices of each level fill.
inline int groups(const std::vector<int>& of_levels, int size) {
  int all = 0;
  for (const int count : of_levels) all += divide_up(count, size);
  return all;
}

inline int edges_reached(const Graph& graph) {
  int all = 0;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] >= 0) all += graph.degree(v);
  }
  return all;
}

}  // namespace checks
