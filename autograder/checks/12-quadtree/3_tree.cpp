// Checks of lesson 12: the counts, the four ranges, the tree node by node, the points of its
// leaves; and the launches that build it, those that are refused and those that would not pay.
//
// A tree's nodes follow from the points alone, whatever the schedule, so they are compared with
// those of a serial reference. The order of the points within a leaf is free.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/launches_at_most.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Independent;
using checks::Judged;
using checks::ReturnsNoError;

using Points = std::vector<Point>;

// ---- Points -------------------------------------------------------------------------------------

/// Spread over the unit square, and different.
Points spread(int n) {
  Points points(n);
  for (int i = 0; i < n; ++i) {
    points[i] = {static_cast<float>(std::fmod(0.5 + i * 0.7548776662, 1.0)),
                 static_cast<float>(std::fmod(0.5 + i * 0.5698402910, 1.0))};
  }
  return points;
}

/// side * side points, each in the middle of its cell.
Points lattice(int side) {
  Points points;
  for (int i = 0; i < side * side; ++i)
    points.push_back({(i % side + 0.5f) / side, (i / side + 0.5f) / side});
  return points;
}

/// The corners of all cells of a grid of `cells` times `cells`: all of them on borders.
Points corners(int cells) {
  Points points;
  for (int i = 0; i < (cells + 1) * (cells + 1); ++i) {
    points.push_back(
        {static_cast<float>(i % (cells + 1)) / cells, static_cast<float>(i / (cells + 1)) / cells});
  }
  return points;
}

/// What comes out of broken sensors.
Points strange() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  Points points = spread(40);
  for (const float x : {kNan, kInf, -kInf, -0.0f, 7.0f, 0.6f}) {
    for (const float y : {kNan, kInf, -kInf, -3.0f, 0.5f}) points.push_back({x, y});
  }
  return points;
}

/// Most of them in one corner, so that some branches are deep and others are not.
Points crowded(int n) {
  Points points = spread(n);
  for (int i = 0; i < n; ++i) {
    if (i % 4 != 0) points[i] = {points[i].x * points[i].x / 8, points[i].y / 8};
  }
  return points;
}

Points twice(Points points) {
  points.insert(points.end(), points.begin(), points.end());
  return points;
}

int quadrant(const Point& p, const Point& centre) {
  return (p.x >= centre.x ? 1 : 0) + (p.y >= centre.y ? 2 : 0);
}

constexpr Point kMiddle = {0.5f, 0.5f};

std::string words(const Point& p) { return fmt::format("({}, {})", p.x, p.y); }

/// After a fault no copy works any more, so what stands in the results is nobody's (R6).
bool has_results(const Outcome& run) { return run.finished() && run.cuda_error == 0; }

// ---- Task 1 -------------------------------------------------------------------------------------

/// With blocks of 64 threads the first of them counts 257 points.
constexpr int kMany = 64 * 256 + 1;

std::vector<int> counts_of(const Points& points) {
  std::vector<int> counts(4);
  for (const Point& p : points) ++counts[quadrant(p, kMiddle)];
  return counts;
}

Refusal why_wrong_counts(const Outcome& run, const Points& points) {
  const auto counts = run.result<int>(0);
  const std::vector<int> right = counts_of(points);
  int sum = 0;
  for (int q = 0; q < 4; ++q) sum += counts[q];
  const int n = static_cast<int>(points.size());
  for (int q = 0; q < 4; ++q) {
    if (counts[q] == right[q]) continue;
    const std::string what = fmt::format("counts[{}] is {}; of {} points {} are in quadrant {}", q,
                                         counts[q], n, right[q], q);
    if (sum == n) return because(what);
    return because(fmt::format(
        "{}\nthe four counts add up to {}, and there are {} points: {}", what, sum, n,
        sum > n
            ? "some are counted twice. A point lies in one quadrant only, also on a border; let "
              "one function decide"
            : "some are not counted. Each point is in some quadrant, on a border, far away and "
              "as NaN, too; and each thread may have to count more than one" +
                  std::string(n < kMany ? "" : ", here more than 255: is there room for that?")));
  }
  return {};
}

Judged CountsEachOnce(const Points& points) {
  return {"counts each point once",
          [&points](const Outcome& run) { return why_wrong_counts(run, points); }, Cause::kCall};
}

// The tree is built by what tasks 1 and 2 do, so their races are told before all that they spoil in
// it.
Refusal why_it_races(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule == "race") return {diagnostic_words(d), d.file, d.line, Cause::kOrder};
  }
  return {};
}

const Judged kDoesNotRace = {"does not race", why_it_races};

void expect_right_counts(const Points& points) {
  const Outcome run =
      EXERCISE(count_quadrants, output<int>(4), input(points), static_cast<int>(points.size()));
  ASSERT_THAT(run, kDoesNotRace);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, CountsEachOnce(points));
  ASSERT_THAT(run, WroteResult(0, "count_all").launched_anywhere());
}

TEST(Quadtree, CountsAreRight) {
  for (const int n : {300, 65, 1, 0}) expect_right_counts(spread(n));
  for (const int n : {130, kMany}) expect_right_counts(Points(n, {0.9f, 0.1f}));
}

TEST(Quadtree, BordersAndNanAreCountedOnce) {
  expect_right_counts(corners(4));
  expect_right_counts(strange());
}

// ---- Task 2 -------------------------------------------------------------------------------------

using Numbers = std::vector<int>;

template <typename T>
std::vector<T> all_of(const Array<T>& array) {
  std::vector<T> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array[i]);
  return values;
}

/// Why `order` is not each of the numbers 0 … n - 1 once; empty if it is.
std::string why_not_each_once(const Numbers& order) {
  const int n = static_cast<int>(order.size());
  std::vector<int> times(n);
  int outside = 0, place = 0;
  for (int i = n - 1; i >= 0; --i) {
    const bool is_number = order[i] >= 0 && order[i] < n;
    if (is_number) ++times[order[i]];
    if (!is_number) ++outside, place = i;
  }
  const auto often = std::ranges::find_if(times, [](int t) { return t > 1; });
  const auto never = std::ranges::find(times, 0);
  std::string why;
  if (outside > 0) {
    why = order[place] == -1
              ? fmt::format("order[{}] was never written, one of {} places. ", place, outside)
              : fmt::format("order[{}] is {}, and there is no such point. ", place, order[place]);
  }
  if (often != times.end()) {
    why += fmt::format("point {} is in order {} times. ", often - times.begin(), *often);
  }
  if (never != times.end()) why += fmt::format("point {} is not in order. ", never - times.begin());
  return why;
}

/// Why begins is not the scan of the counts; empty if it is.
std::string why_wrong_begins(const Outcome& run, const Points& points) {
  const Numbers begins = all_of(run.result<int>(1));
  const std::vector<int> counts = counts_of(points);
  for (int q = 0, begin = 0; q <= 4; begin += q < 4 ? counts[q] : 0, ++q) {
    if (begins[q] == begin) continue;
    return fmt::format(
        "begins[{}] is {}; it should be {}: quadrant {} begins where all before it end, so "
        "begins[0] is 0, and each further one adds a count. The counts are {}, {}, {} and {}",
        q, begins[q], begin, q, counts[0], counts[1], counts[2], counts[3]);
  }
  return {};
}

Refusal why_not_sorted(const Outcome& run, const Points& points) {
  const Numbers order = all_of(run.result<int>(0)), begins = all_of(run.result<int>(1));
  const std::string wrong = why_wrong_begins(run, points);
  if (!wrong.empty()) return because(wrong);
  const std::string why = why_not_each_once(order);
  if (!why.empty()) {
    return because(why +
                   "Each point needs a place that nobody else takes: the value that atomicAdd "
                   "returns is one");
  }
  for (int i = 0, q = 0; i < static_cast<int>(order.size()); ++i) {
    while (i >= begins[q + 1]) ++q;
    const Point& p = points[order[i]];
    if (quadrant(p, kMiddle) == q) continue;
    return because(
        fmt::format("order[{}] is point {} {}, of quadrant {}; this place is in the range of "
                    "quadrant {}, which "
                    "is {} … {}",
                    i, order[i], words(p), quadrant(p, kMiddle), q, begins[q], begins[q + 1] - 1));
  }
  return {};
}

TEST(Quadtree, QuadrantsFillTheirRanges) {
  for (const Points& points : {spread(300), strange(), twice(corners(4)), Points(130, {0.9f, 0.1f}),
                               spread(1), Points()}) {
    const int n = static_cast<int>(points.size());
    const Outcome run =
        EXERCISE(sort_into_quadrants, output<int>(n), output<int>(5), input(points), n);
    ASSERT_THAT(run, kDoesNotRace) << (has_results(run) ? why_wrong_begins(run, points) : "");
    ASSERT_THAT(run, FinishedCleanly()) << (has_results(run) ? why_wrong_begins(run, points) : "");
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("sorts by quadrants",
                            [&](const Outcome& o) { return why_not_sorted(o, points); }));
    ASSERT_THAT(run, WroteResult(0, "sort_all").launched_anywhere());
    ASSERT_THAT(run, WroteResult(1, "sort_all").launched_anywhere());
  }
}

// ---- The tree that should be --------------------------------------------------------------------

constexpr Node kNone = {-1, -1};
constexpr int kPool = 2048;

bool operator==(const Node& a, const Node& b) { return a.begin == b.begin && a.count == b.count; }

std::string words(const Node& n) {
  return n == kNone ? "{-1, -1}, as if there were no such node"
                    : fmt::format("{{begin {}, count {}}}", n.begin, n.count);
}

struct Reference {
  TreeRules rules;
  std::vector<Node> nodes;
  std::vector<Point> centres;
  std::vector<int> depths;
  std::vector<Numbers> members;  // of each leaf

  bool is_leaf(int node) const {
    return nodes[node].count <= rules.min_points || depths[node] == rules.max_depth;
  }
  bool is_divided(int node) const { return !(nodes[node] == kNone) && !is_leaf(node); }
};

void grow(Reference& tree, const Points& points, int node, int begin, const Numbers& numbers,
          Point corner, float side, int depth) {
  const Point centre = {corner.x + side / 2, corner.y + side / 2};
  tree.nodes[node] = {begin, static_cast<int>(numbers.size())};
  tree.centres[node] = centre;
  tree.depths[node] = depth;
  if (tree.is_leaf(node)) {
    tree.members[node] = numbers;
    return;
  }
  for (int q = 0; q < 4; ++q) {
    Numbers some;
    std::ranges::copy_if(numbers, std::back_inserter(some),
                         [&](int i) { return quadrant(points[i], centre) == q; });
    const Point child = {q % 2 == 1 ? centre.x : corner.x, q / 2 == 1 ? centre.y : corner.y};
    grow(tree, points, 4 * node + 1 + q, begin, some, child, side / 2, depth + 1);
    begin += static_cast<int>(some.size());
  }
}

Reference reference(const Points& points, const TreeRules& rules) {
  const int places = nodes_to_depth(rules.max_depth);
  Reference tree{rules, std::vector<Node>(places, kNone), Points(places, kMiddle),
                 std::vector<int>(places), std::vector<Numbers>(places)};
  Numbers numbers(points.size());
  for (int i = 0; i < static_cast<int>(numbers.size()); ++i) numbers[i] = i;
  grow(tree, points, 0, 0, numbers, {0, 0}, 1, 0);
  return tree;
}

// ---- The tree that is there ---------------------------------------------------------------------

std::string why_there_is_none(const Reference& tree, int node) {
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
    "the children of node i are 4 * i + 1 … 4 * i + 4, i being its number in the whole tree";

/// What the difference between a node and the right one looks like.
std::string what_it_looks_like(const Reference& tree, int node, const Node& found) {
  const Node &right = tree.nodes[node], &parent = tree.nodes[(node - 1) / 4];
  if (found == kNone) return fmt::format(". No block has written it; {}", kNumbering);
  if (found.count == right.count && found.begin + parent.begin == right.begin) {
    return fmt::format(
        ". A begin counts from the start of the buffer and not from the parent's range, so the "
        "parent's begin, {}, is to be added",
        parent.begin);
  }
  return {};
}

std::string why_wrong_node(const Reference& tree, int node, const Node& found) {
  const Node& right = tree.nodes[node];
  const std::string what = fmt::format("nodes[{}] is {}", node, words(found));
  if (right == kNone) {
    return fmt::format("{}; there should be none, for {}; {}", what, why_there_is_none(tree, node),
                       kNumbering);
  }
  const int parent = (node - 1) / 4;
  return fmt::format("{}; it should be {}: quadrant {} of node {}, {}, at depth {}{}", what,
                     words(right), (node - 1) % 4, parent, words(tree.nodes[parent]),
                     tree.depths[node], what_it_looks_like(tree, node, found));
}

Refusal why_wrong_nodes(const Reference& tree, const std::vector<Node>& nodes) {
  int wrong = 0, first = 0, there = 0;
  for (int i = static_cast<int>(nodes.size()) - 1; i >= 0; --i) {
    there += nodes[i] == kNone ? 0 : 1;
    if (!(nodes[i] == tree.nodes[i])) ++wrong, first = i;
  }
  if (wrong == 0) return {};
  if (there == 1 && nodes[0] == tree.nodes[0])
    return because("only the root is there, as the host wrote it: nobody has divided it");
  return because(fmt::format("{}\n{} of {} nodes are wrong, this is the first",
                             why_wrong_node(tree, first, nodes[first]), wrong, nodes.size()));
}

/// Why the range of a leaf does not hold its points; empty if it does.
std::string why_wrong_leaf(const Reference& tree, int leaf, const Numbers& order) {
  const Node& node = tree.nodes[leaf];
  Numbers found(order.begin() + node.begin, order.begin() + node.begin + node.count);
  Numbers right = tree.members[leaf];
  std::ranges::sort(found);
  std::ranges::sort(right);
  if (found == right) return {};
  Numbers strangers;
  std::ranges::set_difference(found, right, std::back_inserter(strangers));
  std::string why = fmt::format(
      "node {}, a leaf at depth {} with {} point(s), does not have its points in order[{}] … "
      "order[{}]",
      leaf, tree.depths[leaf], node.count, node.begin, node.begin + node.count - 1);
  if (!strangers.empty()) why += fmt::format(": {} is there and belongs elsewhere", strangers[0]);
  return why;
}

bool is_wrong(const Reference& tree, int leaf, const Numbers& order) {
  return !(tree.nodes[leaf] == kNone) && tree.is_leaf(leaf) &&
         !why_wrong_leaf(tree, leaf, order).empty();
}

Refusal why_wrong_leaves(const Reference& tree, const Numbers& order) {
  std::string first;
  int odd = 0, even = 0, odd_leaves = 0;
  for (int i = 0; i < static_cast<int>(tree.nodes.size()); ++i) {
    const bool at_odd_depth = tree.depths[i] % 2 == 1;
    if (tree.members[i].size() > 0 && at_odd_depth) ++odd_leaves;
    if (!is_wrong(tree, i, order)) continue;
    if (first.empty()) first = why_wrong_leaf(tree, i, order);
    ++(at_odd_depth ? odd : even);
  }
  if (first.empty()) return {};
  if (odd > 0 && even == 0) {
    first += fmt::format(
        "\n{} of the {} leaves at odd depths are wrong, and none at an even depth: at an odd depth "
        "the numbers are in buffers[1], and the result is read from buffers[0]. Whoever builds "
        "such "
        "a leaf, a block or a thread that goes on by itself, copies them",
        odd, odd_leaves);
  }
  const std::string why = why_not_each_once(order);
  return because(why.empty() ? first : first + "\n" + why);
}

Refusal why_wrong_tree(const Outcome& run, const Reference& tree) {
  const Refusal nodes = why_wrong_nodes(tree, all_of(run.result<Node>(0)));
  return nodes.why.empty() ? why_wrong_leaves(tree, all_of(run.result<int>(1))) : nodes;
}

Judged IsTheTree(const Reference& tree) {
  return {"is the tree", [&tree](const Outcome& run) { return why_wrong_tree(run, tree); }};
}

Outcome run_build(const Points& points, const TreeRules& rules) {
  const int n = static_cast<int>(points.size());
  return EXERCISE(build_quadtree, output<Node>(nodes_to_depth(rules.max_depth)), output<int>(n),
                  output<int>(1), input(points), n, rules);
}

/// Grids wrote all nodes but the root, which the host does, and those that do not exist.
WroteResult WroteNodes(const Reference& tree) {
  return WroteResult(0).where(
      [&tree](int node) { return node > 0 && !(tree.nodes[node] == kNone); });
}

/// Grids moved every point whose number is not in the place where the host put it.
WroteResult WroteOrder(const Outcome& run) {
  return WroteResult(1, "divide")
      .launched_anywhere()
      .where([order = run.result<int>(1)](int place) { return order[place] != place; });
}

/// Grids counted refused launches; that there were none may be as a memset left it.
WroteResult WroteRefused(const Outcome& run) {
  const bool is_any = run.result<int>(2)[0] != 0;
  return WroteResult(2, "divide").launched_anywhere().where([is_any](int) { return is_any; });
}

/// For checks of launches: grids moved some point.
WroteResult MovedSomething() { return WroteResult(1, "divide").launched_anywhere().somewhere(); }

/// What task 4 asks for, where a launch was refused.
std::string what_is_left_to_do(const Outcome& run) {
  const auto refused = run.launches.refused().size();
  if (refused == 0) return {};
  return fmt::format(
      "\nlaunches refused: {}. The thread that launched counts it in *refused, atomically, since "
      "threads of other blocks do the same, and builds what the grid would have built: the four "
      "children and everything below them, but not the node itself, which is divided already",
      refused);
}

/// A wrong node is the cause of most races and bad addresses, so it is named beside them.
void expect_tree(const Outcome& run, const Reference& tree) {
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
}

void expect_right_tree(const Points& points, const TreeRules& rules) {
  if (testing::Test::HasFatalFailure()) return;  // the first wrong tree says enough
  expect_tree(run_build(points, rules), reference(points, rules));
}

int divided_with_more_than(const Reference& tree, int few) {
  int nodes = 0;
  for (int i = 0; i < static_cast<int>(tree.nodes.size()); ++i) {
    if (tree.is_divided(i) && tree.nodes[i].count > few) ++nodes;
  }
  return nodes;
}

// ---- Task 3 -------------------------------------------------------------------------------------

TEST(Quadtree, EveryNodeIsRight) {
  expect_right_tree(lattice(8), {5, 1, 0, kPool});
  expect_right_tree(spread(300), {4, 10, 0, kPool});
  expect_right_tree(crowded(150), {6, 3, 0, kPool});
}

TEST(Quadtree, DepthAndLeafSizeAreKept) {
  for (const int max_depth : {0, 1, 3}) {
    const Points points = spread(70);
    const TreeRules rules{max_depth, 1, 0, kPool};
    const Outcome run = run_build(points, rules);
    ASSERT_THAT(run.launches, NoLaunchBeyond(max_depth))
        << "max_depth is " << max_depth << ": a node there is a leaf, whatever it holds";
    ASSERT_NO_FATAL_FAILURE(expect_tree(run, reference(points, rules)));
  }
  for (const int min_points : {70, 69, 17, 0})
    expect_right_tree(spread(70), {2, min_points, 0, kPool});
  // Leaves of more points than a block has threads.
  expect_right_tree(spread(600), {1, 0, 0, kPool});
}

TEST(Quadtree, OddCasesAreRight) {
  expect_right_tree(Points(), {3, 1, 0, kPool});
  expect_right_tree(spread(1), {3, 0, 0, kPool});
  expect_right_tree(Points(80, {0.5f, 0.5f}), {6, 4, 0, kPool});
  expect_right_tree(twice(spread(8)), {5, 1, 0, kPool});
  expect_right_tree(corners(4), {3, 1, 0, kPool});
  expect_right_tree(strange(), {3, 2, 0, kPool});
}

// The threads that the host gives the root's block: kBlock of this exercise.
Dim block_of_root(const Launches& launches) {
  const auto root = std::ranges::find_if(launches, &Launch::from_host);
  return root == launches.end() ? Dim() : Dim(root->block);
}

TEST(Quadtree, ALaunchForEveryFour) {
  NEEDS_EMULATOR();
  const Outcome four = run_build(lattice(2), {1, 1, 0, kPool});
  ASSERT_THAT(four.launches, HostLaunchCount(1));
  ASSERT_THAT(four.launches,
              Every(Child(), Child("divide").with_grid(4).with_block(block_of_root(four.launches))))
      << "a node launches one grid, a block of kBlock threads for each of its four children";
  ASSERT_THAT(four.launches, checks::LaunchesAtMost(1, Child("divide")))
      << "one thread of the block goes on (K2)";
  ASSERT_THAT(four.launches, LaunchCount(1, Child("divide").of("divide").with_grid({4})))
      << "4 points, one a leaf: the root is divided and launches one grid for its four quadrants";
  const Outcome run = run_build(lattice(8), {5, 1, 0, kPool});
  ASSERT_THAT(run.launches, LaunchCount(21, Child()))
      << "64 points on a lattice, one a leaf, make 1 + 4 + 16 nodes that are divided, and each of "
         "them launches one grid for its four quadrants";
  ASSERT_THAT(run.launches, LaunchCount(21, Child("divide").of("divide").with_grid({4})));
  ASSERT_THAT(run.launches, MaxDepth(3));
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, MovedSomething());
}

TEST(Quadtree, NoBranchWaits) {
  NEEDS_EMULATOR();
  const Outcome run = run_build(lattice(8), {5, 1, 0, kPool});
  ASSERT_THAT(run.launches, Contains(Child("divide")));
  ASSERT_THAT(run.launches, Independent(Child("divide"), "S6, T2, T3"));
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  // A stream of one's own keeps no branch waiting either, if it is made as CUDA promises it.
  EXPECT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, MovedSomething());
}

// ---- Task 4 -------------------------------------------------------------------------------------

TEST(Quadtree, NothingIsLost) {
  expect_right_tree(spread(240), {5, 1, 0, 32});  // so many that every schedule has refusals
}

Refusal why_wrong_refused(const Outcome& run, int pool) {
  const int told = run.result<int>(2)[0];
  const auto refused = run.launches.refused().size();
  if (std::cmp_equal(told, refused)) return {};
  return because(fmt::format(
      "*refused is {}; with a pool of {} the device refused {} launches. Threads of many blocks "
      "count into one number, so each adds 1 atomically, and only for a launch that was refused: "
      "where nothing was launched nothing was refused",
      told, pool, refused));
}

Judged CountsTheRefused(int pool) {
  return {"counts the refused",
          [pool](const Outcome& run) { return why_wrong_refused(run, pool); }};
}

TEST(Quadtree, RefusedAreCounted) {
  NEEDS_EMULATOR();
  for (const auto& [pool, points] :
       {std::pair{32, spread(240)}, {32, crowded(110)}, {100, spread(300)}, {kPool, spread(20)}}) {
    const TreeRules rules{6, 1, 0, pool};
    const Outcome run = run_build(points, rules);
    expect_tree(run, reference(points, rules));
    if (HasFatalFailure()) return;
    ASSERT_THAT(run.launches, Contains(Child("divide")));
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_THAT(run, CountsTheRefused(pool));
    ASSERT_THAT(run, WroteRefused(run));
  }
}

TEST(Quadtree, NoGridForAFew) {
  NEEDS_EMULATOR();
  const Points points = crowded(150);
  for (const int few : {8, 40, 150}) {
    const TreeRules rules{5, 1, few, kPool};
    const Reference tree = reference(points, rules);
    const Outcome run = run_build(points, rules);
    const auto large = static_cast<std::size_t>(divided_with_more_than(tree, few));
    ASSERT_THAT(run.launches, LaunchCount(large, Child())) << fmt::format(
        "few is {}: {} nodes are divided, {} of them have more than {} points, and "
        "only these launch",
        few, divided_with_more_than(tree, 0), large, few);
    expect_tree(run, tree);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, CountsTheRefused(kPool)) << fmt::format("few is {}", few);
  }
}

// ---- Given --------------------------------------------------------------------------------------

// The serial version is given and must be what the text says that it is.
TEST(Quadtree, AsTheSerialVersion) {
  const TreeRules rules{4, 5, 20, kPool};
  const Points points = crowded(200);
  const Reference tree = reference(points, rules);
  const int n = static_cast<int>(points.size());
  const Outcome serial = EXERCISE(build_on_the_host, output<Node>(nodes_to_depth(rules.max_depth)),
                                  output<int>(n), input(points), n, rules);
  ASSERT_THAT(serial, FinishedCleanly());
  ASSERT_THAT(serial, IsTheTree(tree)) << "this is the serial version, which is given";
  expect_right_tree(points, rules);
}

}  // namespace
