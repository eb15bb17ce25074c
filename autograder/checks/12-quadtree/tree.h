// The tree that should be.
//
// A tree's nodes follow from the points alone, whatever the schedule, so they are compared with
// those of a serial reference. The order of the points within a leaf is free.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "12-quadtree/points.h"

namespace checks {

constexpr Node kNone = {-1, -1};
constexpr int kPool = 2048;

inline bool operator==(const Node& a, const Node& b) {
  return a.begin == b.begin && a.count == b.count;
}

inline std::string words(const Node& n) {
  return n == kNone ? "{-1, -1}, as if there were no such node"
                    : fmt::format("{{begin {}, count {}}}", n.begin, n.count);
}

struct Reference {
  TreeRules rules;
  std::vector<Node> nodes;
  std::vector<Point> centers;
  std::vector<int> depths;
  std::vector<Numbers> members;  // of each leaf

  bool is_leaf(int node) const {
    return nodes[node].count <= rules.min_points || depths[node] == rules.max_depth;
  }
  bool is_divided(int node) const { return !(nodes[node] == kNone) && !is_leaf(node); }
};

inline void grow(Reference& tree, const Points& points, int node, int begin, const Numbers& numbers,
                 Point corner, float side, int depth) {
  const Point center = {corner.x + side / 2, corner.y + side / 2};
  tree.nodes[node] = {begin, static_cast<int>(numbers.size())};
  tree.centers[node] = center;
  tree.depths[node] = depth;
  if (tree.is_leaf(node)) {
    tree.members[node] = numbers;
    return;
  }
  for (int q = 0; q < 4; ++q) {
    Numbers some;
    std::ranges::copy_if(numbers, std::back_inserter(some),
                         [&](int i) { return quadrant(points[i], center) == q; });
    const Point child = {q % 2 == 1 ? center.x : corner.x, q / 2 == 1 ? center.y : corner.y};
    grow(tree, points, 4 * node + 1 + q, begin, some, child, side / 2, depth + 1);
    begin += static_cast<int>(some.size());
  }
}

inline Reference reference(const Points& points, const TreeRules& rules) {
  const int places = nodes_to_depth(rules.max_depth);
  Reference tree{rules, std::vector<Node>(places, kNone), Points(places, kMiddle),
                 std::vector<int>(places), std::vector<Numbers>(places)};
  Numbers numbers(points.size());
  for (int i = 0; i < static_cast<int>(numbers.size()); ++i) numbers[i] = i;
  grow(tree, points, 0, 0, numbers, {0, 0}, 1, 0);
  return tree;
}

}  // namespace checks
