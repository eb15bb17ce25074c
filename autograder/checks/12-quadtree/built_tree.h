// The tree that is there, held against the one that should be, node by node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "12-quadtree/tree.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace checks {

inline std::string why_there_is_none(const Reference& tree, int node) {
  const int parent = (node - 1) / 4;
  if (tree.nodes[parent] == kNone)
    return fmt::format("its parent, node {}, does not exist either", parent);
  const int depth = tree.depths[parent], count = tree.nodes[parent].count;
  return fmt::format(
      "its parent, node {} at depth {} with {} points, is a leaf: {}", parent, depth, count,
      depth == tree.rules.max_depth ? fmt::format("max_depth is {}", depth)
                                    : fmt::format("min_points is {}", tree.rules.min_points));
}

constexpr char kNumbering[] =
    "the children of node i are 4 * i + 1 … 4 * i + 4, where i is its number in the whole tree";

/// What the difference between a node and the right one looks like.
inline std::string what_it_looks_like(const Reference& tree, int node, const Node& found) {
  const Node &right = tree.nodes[node], &parent = tree.nodes[(node - 1) / 4];
  if (found == kNone) return fmt::format(". No block has written it; {}", kNumbering);
  if (found.count == right.count && found.begin + parent.begin == right.begin) {
    return fmt::format(
        ". A begin counts from the start of the buffer, not of the parent's range: add the "
        "parent's begin, {}",
        parent.begin);
  }
  return {};
}

inline std::string why_wrong_node(const Reference& tree, int node, const Node& found) {
  const Node& right = tree.nodes[node];
  const std::string what = fmt::format("nodes[{}] is {}", node, words(found));
  if (right == kNone) {
    return fmt::format("{}; there should be no such node: {}; {}", what,
                       why_there_is_none(tree, node), kNumbering);
  }
  const int parent = (node - 1) / 4;
  return fmt::format("{}; it should be {}: quadrant {} of node {}, {}, at depth {}{}", what,
                     words(right), (node - 1) % 4, parent, words(tree.nodes[parent]),
                     tree.depths[node], what_it_looks_like(tree, node, found));
}

inline Refusal why_wrong_nodes(const Reference& tree, const std::vector<Node>& nodes) {
  int wrong = 0, first = 0, there = 0;
  for (int i = static_cast<int>(nodes.size()) - 1; i >= 0; --i) {
    there += nodes[i] == kNone ? 0 : 1;
    if (!(nodes[i] == tree.nodes[i])) ++wrong, first = i;
  }
  if (wrong == 0) return {};
  if (there == 1 && nodes[0] == tree.nodes[0])
    return because("only the root is there, as the host wrote it: no block has divided it");
  return because("{}\n{} of {} nodes are wrong; this is the first",
                 why_wrong_node(tree, first, nodes[first]), wrong, nodes.size());
}

/// Why the range of a leaf does not hold its points; empty if it does.
inline std::string why_wrong_leaf(const Reference& tree, int leaf, const Numbers& order) {
  const Node& node = tree.nodes[leaf];
  Numbers found(order.begin() + node.begin, order.begin() + node.begin + node.count);
  Numbers right = tree.members[leaf];
  std::ranges::sort(found);
  std::ranges::sort(right);
  if (found == right) return {};
  Numbers strangers;
  std::ranges::set_difference(found, right, std::back_inserter(strangers));
  const int last = node.begin + node.count - 1;
  std::string why = fmt::format(
      "node {}, a leaf at depth {} with {}, does not have its points in order[{}]{}", leaf,
      tree.depths[leaf], counted(static_cast<std::size_t>(node.count), "point", "points"),
      node.begin, node.count == 1 ? "" : fmt::format(" … order[{}]", last));
  if (!strangers.empty())
    why += fmt::format(": point {} is there but belongs elsewhere", strangers[0]);
  return why;
}

inline bool is_wrong(const Reference& tree, int leaf, const Numbers& order) {
  return !(tree.nodes[leaf] == kNone) && tree.is_leaf(leaf) &&
         !why_wrong_leaf(tree, leaf, order).empty();
}

/// How many of the leaf's places, from the first on, hold points of it, no point twice.
inline int right_places(const Reference& tree, int leaf, const Numbers& order) {
  Numbers missing = tree.members[leaf];
  int places = 0;
  while (places < tree.nodes[leaf].count) {
    const auto found = std::ranges::find(missing, order[tree.nodes[leaf].begin + places]);
    if (found == missing.end()) break;
    missing.erase(found);
    ++places;
  }
  return places;
}

/// What is wrong where all wrong leaves are at odd depths: none of their points is in its place, or
/// as many of each leaf as are given in `places`, the first ones.
inline std::string why_odd_leaves(int wrong, int leaves, int places) {
  constexpr int kNoChance = 8;
  const std::string which = fmt::format(
      "\n{} of the {} leaves at odd depths are wrong, and none at an even depth: at an odd depth the "
      "numbers are in buffers[1], and the result is read from buffers[0]. ",
      wrong, leaves);
  if (places < kNoChance)
    return which +
           "Copy them wherever such a leaf is built, by a block or by a thread that builds without "
           "a launch";
  return which + fmt::format(
                     "The first {} numbers of each wrong leaf are there: copy all of them, even if "
                     "a leaf has more points than a block has threads",
                     places);
}

inline Refusal why_wrong_leaves(const Reference& tree, const Numbers& order) {
  std::string first;
  int odd = 0, even = 0, odd_leaves = 0, places = static_cast<int>(order.size());
  for (int i = 0; i < static_cast<int>(tree.nodes.size()); ++i) {
    const bool at_odd_depth = tree.depths[i] % 2 == 1;
    if (tree.members[i].size() > 0 && at_odd_depth) ++odd_leaves;
    if (!is_wrong(tree, i, order)) continue;
    if (first.empty()) first = why_wrong_leaf(tree, i, order);
    places = std::min(places, right_places(tree, i, order));
    ++(at_odd_depth ? odd : even);
  }
  if (first.empty()) return {};
  if (even == 0) first += why_odd_leaves(odd, odd_leaves, places);
  const std::string why = why_not_each_once(order);
  return because(why.empty() ? first : first + "\n" + why);
}

inline Refusal why_wrong_tree(const Outcome& run, const Reference& tree) {
  const Refusal nodes = why_wrong_nodes(tree, all_of(run.result<Node>(0)));
  return nodes.why.empty() ? why_wrong_leaves(tree, all_of(run.result<int>(1))) : nodes;
}

inline Judged IsTheTree(const Reference& tree) {
  return {"is the tree", [&tree](const Outcome& run) { return why_wrong_tree(run, tree); }};
}

inline Outcome run_build(const Points& points, const TreeRules& rules) {
  const int n = static_cast<int>(points.size());
  return EXERCISE(build_quadtree, output<Node>(nodes_to_depth(rules.max_depth)), output<int>(n),
                  output<int>(1), input(points), n, rules);
}

/// Grids wrote all nodes but the root, which the host does, and those that do not exist.
inline WroteResult WroteNodes(const Reference& tree) {
  return WroteResult(0).where(
      [&tree](int node) { return node > 0 && !(tree.nodes[node] == kNone); });
}

/// A block divides its node, and the grid that it launches each of the four: so a node at depth d
/// was written by a grid at depth d - 1, but for the thread that goes on with a few by itself.
inline WroteResult WroteNodesAt(const Reference& tree, int depth) {
  return WroteResult(0, "divide")
      .launched_anywhere()
      .at_depth(depth - 1)
      .where([&tree, depth](int node) {
        const bool is_there = tree.depths[node] == depth && !(tree.nodes[node] == kNone);
        return is_there && tree.nodes[(node - 1) / 4].count > tree.rules.few;
      });
}

/// The points of the largest node at each depth.
inline std::vector<int> largest_nodes(const Reference& tree) {
  std::vector<int> largest(static_cast<std::size_t>(tree.rules.max_depth) + 1);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    int& most = largest[static_cast<std::size_t>(tree.depths[i])];
    most = std::max(most, tree.nodes[i].count);
  }
  return largest;
}

/// Grids that build more than they divide: their launches were refused, or their nodes have so few
/// points that nothing is launched. The root's is none of them where it has more: nothing is
/// pending yet, so its launch has a place.
inline std::function<bool(const Launch&)> builds_by_itself(const Reference& tree,
                                                           const Launches& launches) {
  std::set<std::int64_t> refused;
  for (const Launch& launch : launches.refused()) refused.insert(launch.parent);
  return [refused, few = tree.rules.few, root = tree.nodes[0].count](const Launch& launch) {
    if (launch.depth == 0) return root <= few;
    return few > 0 || refused.contains(launch.id);
  };
}

/// Where each node that is divided gets a grid. A block that counts and moves by one thread takes
/// less, too.
inline LaunchesMatcher DividesOneNodeABlock(const Reference& tree, const Launches& launches) {
  constexpr std::int64_t kNode = 45000, kPoint = 1000;
  return NoPathLongerThan(
      [largest = largest_nodes(tree),
       by_itself = builds_by_itself(tree, launches)](const Launch& launch) {
        if (by_itself(launch)) return std::numeric_limits<std::int64_t>::max();
        const auto depth = static_cast<std::size_t>(launch.depth);
        return kNode + kPoint * (depth < largest.size() ? largest[depth] : 0);
      },
      "A block divides its own node with all its threads, and launches one grid for the four "
      "children; the blocks of that grid divide what is below");
}

/// Grids moved every point whose number is not in the place where the host put it.
inline WroteResult WroteOrder(const Outcome& run) {
  return WroteResult(1, "divide")
      .launched_anywhere()
      .where([order = run.result<int>(1)](int place) { return order[place] != place; });
}

/// Grids counted refused launches; that there were none may be as a memset left it.
inline WroteResult WroteRefused(const Outcome& run) {
  const bool is_any = run.result<int>(2)[0] != 0;
  return WroteResult(2, "divide").launched_anywhere().where([is_any](int) { return is_any; });
}

/// For checks of launches: grids moved some point.
inline WroteResult MovedSomething() {
  return WroteResult(1, "divide").launched_anywhere().somewhere();
}

/// What task 4 asks for, where a launch was refused.
inline std::string what_is_left_to_do(const Outcome& run) {
  const auto refused = run.launches.refused().size();
  if (refused == 0) return {};
  return fmt::format(
      "\nlaunches refused: {}. The thread that launched counts each in *refused, atomically, since "
      "threads of other blocks do the same. It then builds what the grid would have built: the "
      "four children and everything below them, but not the node itself, which is divided already",
      refused);
}

/// A wrong node is the cause of most races and bad addresses, so it is named beside them.
inline void expect_tree(const Outcome& run, const Reference& tree) {
  const TreeRules& rules = tree.rules;
  const std::string with =
      fmt::format("with {} points, max_depth {}, min_points {}, few {} and a pool of {}",
                  tree.nodes[0].count, rules.max_depth, rules.min_points, rules.few, rules.pool) +
      what_is_left_to_do(run);
  const std::string nodes =
      has_results(run) ? why_wrong_nodes(tree, all_of(run.result<Node>(0))).why : std::string();
  ASSERT_THAT(run, FinishedCleanly()) << nodes << (nodes.empty() ? "" : "\n") << with;
  ASSERT_THAT(run, ReturnsNoError()) << with;
  ASSERT_THAT(run, IsTheTree(tree)) << with;
  ASSERT_THAT(run, WroteNodes(tree)) << with;
  ASSERT_THAT(run, WroteOrder(run)) << with;
  ASSERT_THAT(run.launches, DividesOneNodeABlock(tree, run.launches)) << with;
  if (!run.launches.refused().empty()) return;
  for (int depth = 1; depth <= rules.max_depth; ++depth) {
    ASSERT_THAT(run, WroteNodesAt(tree, depth)) << with;
  }
}

inline void expect_right_tree(const Points& points, const TreeRules& rules) {
  if (testing::Test::HasFatalFailure()) return;  // the first wrong tree says enough
  expect_tree(run_build(points, rules), reference(points, rules));
}

inline int divided_with_more_than(const Reference& tree, int few) {
  int nodes = 0;
  for (int i = 0; i < static_cast<int>(tree.nodes.size()); ++i) {
    if (tree.is_divided(i) && tree.nodes[i].count > few) ++nodes;
  }
  return nodes;
}

}  // namespace checks
