// The run behind the timeline of lesson 12: 64 points, one in each cell of a lattice of 8 by 8, and
// a tree with one of them a leaf.
#include "exercise.h"

constexpr int kPoints = 64, kMaxDepth = 5;
constexpr int kNodes = 1365;  // numbers for nodes at depths 0 to 5

int main() {
  static Point points[kPoints];
  static Node nodes[kNodes];
  static int order[kPoints];
  for (int i = 0; i < kPoints; ++i) points[i] = {(i % 8 + 0.5f) / 8, (i / 8 + 0.5f) / 8};
  int refused = 0;
  return build_quadtree(nodes, order, &refused, points, kPoints, {kMaxDepth, 1, 0, 2048});
}
