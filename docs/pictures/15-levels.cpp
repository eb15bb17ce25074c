// Draws the levels of a breadth-first search over a small skewed graph, into the file that is its
// argument: a column for each level, a circle for each vertex, larger the more neighbors it has,
// and a line for each edge by which the next level could be found. Depths are those of the
// exercise.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "exercise.h"

namespace {

constexpr int kVertices = 110, kMany = 16;
constexpr int kColumn = 190, kTop = 34, kHigh = 500;
const char* const kSmallColor = "#3b82c4";
const char* const kLargeColor = "#d9822b";

struct Graph {
  std::vector<int> offsets{0}, neighbors;
  int degree(int v) const { return offsets[v + 1] - offsets[v]; }
};

// A small generator of its own: the picture is the same everywhere.
unsigned next_random() {
  static unsigned state = 20;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

// One vertex in nine has many neighbors, the others have one to three.
Graph skewed_graph() {
  Graph graph;
  for (int v = 0; v < kVertices; ++v) {
    const unsigned degree = v % 9 == 5 ? kMany + 1 + next_random() % 12 : 1 + next_random() % 3;
    for (unsigned i = 0; i < (v == 0 ? 3 : degree); ++i) {
      graph.neighbors.push_back(static_cast<int>(next_random() % kVertices));
    }
    graph.offsets.push_back(static_cast<int>(graph.neighbors.size()));
  }
  return graph;
}

struct Drawing {
  const Graph& graph;
  const std::vector<int>& depths;
  std::vector<int> x, y;  // of each vertex, -1 where it is not found
  std::ofstream& out;

  void place() {
    x.assign(kVertices, -1);
    y.assign(kVertices, -1);
    for (int level = 0; level < levels(); ++level) {
      const std::vector<int> of_level = vertices_of(level);
      const int count = static_cast<int>(of_level.size());
      for (int i = 0; i < count; ++i) {
        x[of_level[i]] = 60 + level * kColumn;
        y[of_level[i]] = kTop + (2 * i + 1) * (kHigh - kTop) / (2 * count);
      }
    }
  }
  int levels() const { return *std::max_element(depths.begin(), depths.end()) + 1; }
  std::vector<int> vertices_of(int level) const {
    std::vector<int> found;
    for (int v = 0; v < kVertices; ++v) {
      if (depths[v] == level) found.push_back(v);
    }
    return found;
  }

  void draw_edges() {
    for (int v = 0; v < kVertices; ++v) {
      const bool many = graph.degree(v) > kMany;
      for (int e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        const int to = graph.neighbors[e];
        if (depths[v] < 0 || depths[to] != depths[v] + 1) continue;
        out << "<line x1='" << x[v] << "' y1='" << y[v] << "' x2='" << x[to] << "' y2='" << y[to]
            << "' stroke='" << (many ? kLargeColor : kSmallColor) << "' stroke-opacity='.45'/>\n";
      }
    }
  }
  void draw_vertices() {
    for (int v = 0; v < kVertices; ++v) {
      if (depths[v] < 0) continue;
      const int degree = graph.degree(v), radius = degree > kMany ? 8 : 3;
      out << "<circle cx='" << x[v] << "' cy='" << y[v] << "' r='" << radius << "' fill='"
          << (degree > kMany ? kLargeColor : kSmallColor) << "'/>\n";
    }
  }
  void write_words() {
    for (int level = 0; level < levels(); ++level) {
      int edges = 0, large = 0;
      const std::vector<int> found = vertices_of(level);
      for (const int v : found) {
        edges += graph.degree(v);
        large += graph.degree(v) > kMany;
      }
      const int left = 60 + level * kColumn;
      out << "<text x='" << left << "' y='20' font-weight='bold'>level " << level << "</text>\n"
          << "<text x='" << left << "' y='" << kHigh + 24 << "'>" << found.size()
          << (found.size() == 1 ? " vertex" : " vertices") << "</text>\n<text x='" << left
          << "' y='" << kHigh + 46 << "'>" << edges << " edges</text>\n<text x='" << left << "' y='"
          << kHigh + 68 << "' fill='" << kLargeColor << "'>" << large << " large</text>\n";
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  const Graph graph = skewed_graph();
  std::vector<int> depths(kVertices);
  int refused = 0;
  if (search(depths.data(), &refused, graph.offsets.data(), graph.neighbors.data(), kVertices, 0,
             kChildPerBlock, {kMany, 1, 2048}) != 0) {
    return 1;
  }
  std::ofstream out(argv[1]);
  Drawing drawing{graph, depths, {}, {}, out};
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 "
      << 120 + (drawing.levels() - 1) * kColumn << " " << kHigh + 80
      << "' font-family='sans-serif' font-size='20' text-anchor='middle'>\n"
      << "<rect width='100%' height='100%' fill='white'/>\n";
  drawing.place();
  drawing.draw_edges();
  drawing.draw_vertices();
  drawing.write_words();
  out << "</svg>\n";
  return out.good() ? 0 : 1;
}
