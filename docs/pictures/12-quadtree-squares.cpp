// Draws what lesson 12 builds: the points of two spiral arms and the squares of their quadtree, the
// deeper the darker. Writes SVG to the file
// that is its argument.
#include <cmath>
#include <cstdio>
#include <vector>

#include "exercise.h"

constexpr double kSide = 512;  // of the picture, whose y axis points down
constexpr const char* kShades[] = {"#ffffff", "#f3f7fb", "#e1ecf6", "#c8dcee",
                                   "#a6c6e2", "#7fabd3", "#5a8fc0"};

// Numbers from 0 to 1 that look random and are the same everywhere.
double next_number() {
  static unsigned state = 12;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

std::vector<Point> spiral(int n) {
  std::vector<Point> points(n);
  for (int i = 0; i < n; ++i) {
    const double along = next_number(), aside = next_number() + next_number() - 1;
    const double angle = 7 * along + (i % 2) * 3.14159265 + 0.5 * aside * (1.1 - along);
    const double radius = 0.47 * along * along + 0.006 * aside;
    points[i].x = static_cast<float>(0.503 + radius * std::cos(angle));
    points[i].y = static_cast<float>(0.497 + radius * std::sin(angle));
  }
  return points;
}

void draw(std::FILE* svg, const std::vector<Node>& nodes, int node, int depth, double x, double y,
          double side) {
  const bool divided =
      child_of(node, 3) < static_cast<int>(nodes.size()) && nodes[child_of(node, 0)].begin >= 0;
  if (!divided) {
    std::fprintf(svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                 x, kSide - y - side, side, side, kShades[depth]);
    return;
  }
  for (int q = 0; q < 4; ++q) {
    draw(svg, nodes, child_of(node, q), depth + 1, x + q % 2 * side / 2, y + q / 2 * side / 2,
         side / 2);
  }
}

int main(int, char** arguments) {
  const std::vector<Point> points = spiral(1500);
  const int n = static_cast<int>(points.size());
  const TreeRules rules{6, 8, 0, 2048};
  std::vector<Node> nodes(nodes_to_depth(rules.max_depth));
  std::vector<int> order(n);
  int refused = 0;
  const int error = build_quadtree(nodes.data(), order.data(), &refused, points.data(), n, rules);
  if (error != 0) return error;

  std::FILE* const svg = std::fopen(arguments[1], "w");
  if (svg == nullptr) return 1;
  std::fprintf(svg,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"514\" height=\"514\" "
               "viewBox=\"-1 -1 514 514\">\n<g stroke=\"#8496a8\" stroke-width=\"0.7\">\n");
  draw(svg, nodes, 0, 0, 0, 0, kSide);
  std::fprintf(svg,
               "</g>\n<path stroke=\"#b3261e\" stroke-width=\"2.4\" stroke-linecap=\"round\" d=\"");
  for (const Point& p : points) std::fprintf(svg, "M%.1f %.1fh0\n", kSide * p.x, kSide * (1 - p.y));
  std::fprintf(svg, "\"/>\n</svg>\n");
  return std::fclose(svg);
}
