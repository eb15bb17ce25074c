// Task 3: each node is added up when both its halves are.
#include <string>
#include <utility>

#include "07-synchronization/runs.h"
#include "shared/launches_at_most.h"

namespace {

using namespace checks;

// Two of one sign have a sum that is no int.
std::vector<int> great_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    values[i] = i % 16 < 10 ? 2'000'000'000 + 7 * i : -1'900'000'000 - 11 * i;
  }
  return values;
}

// Looks from the leaves up: what is wrong above follows from what is wrong below.
class HoldsTheSums {
 public:
  using is_gtest_matcher = void;
  explicit HoldsTheSums(Nodes tree) : tree_(std::move(tree)) {}
  bool MatchAndExplain(const Array<Sum>& sums, testing::MatchResultListener* listener) const {
    for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
      if (sums[i] != tree_.nodes[i].sum) return answer({why(sums, i), {}, 0}, listener);
    }
    return true;
  }
  void DescribeTo(std::ostream* os) const { *os << "holds the sum of each node"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "holds other sums"; }

 private:
  std::string why(const Array<Sum>& sums, std::size_t i) const {
    const Nodes::Node& node = tree_.nodes[i];
    if (node.sum == -1) return fmt::format("sums[{}] was written, but there is no such node", i);
    const std::string what =
        fmt::format("the {} node {} covers values[{}] … values[{}]",
                    tree_.is_leaf(node) ? "leaf" : "inner", i, node.begin, node.end - 1);
    if (sums[i] == -1) return fmt::format("{}, and no grid has written its sum", what);
    return fmt::format("{}, whose sum is {}; sums[{}] is {}{}", what, node.sum, i, sums[i],
                       cause(sums[i], i));
  }

  std::string cause(Sum sum, std::size_t i) const {
    const Nodes::Node& node = tree_.nodes[i];
    if (sum == static_cast<int>(node.sum))
      return ": its lowest 32 bits. An int is too small for the sum of such large values; add up "
             "in long long";
    if (tree_.is_leaf(node)) return "";
    const std::size_t left = 2 * i + 1, right = left + 1;
    if (const std::string too_early = half_missing(sum, right, left); !too_early.empty())
      return too_early;
    return half_missing(sum, left, right);
  }

  /// Before a grid has written it, a half is -1, or 0 where the exercise has cleared it.
  std::string half_missing(Sum sum, std::size_t missing, std::size_t there) const {
    for (const Sum before : {-1, 0}) {
      if (sum != tree_.nodes[there].sum + before) continue;
      return fmt::format(
          ", which is sums[{}] plus the {} that was in sums[{}] before: add_halves ran before "
          "that half was complete. A tail starts when everything else that its grid launched is "
          "complete (T2)",
          there, before, missing);
    }
    return "";
  }

  Nodes tree_;
};

// A grid writes the sum of each node; of an inner one add_halves does.
void expect_nodes_of_grids(const Outcome& run, const Nodes& tree) {
  const auto is_node = [&](int k) { return Nodes::is_there(tree.nodes[k]); };
  EXPECT_THAT(run, WroteResult(0, "add_halves").where([&](int k) {
    return is_node(k) && !tree.is_leaf(tree.nodes[k]);
  }));
  EXPECT_THAT(run, WroteResult(0).where(is_node));
}

void expect_sums(const Nodes& tree) {
  const Outcome run = run_tree(tree);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<Sum>(0), HoldsTheSums(tree))
      << "with " << tree.size() << " values and leaves of " << tree.leaf;
  expect_nodes_of_grids(run, tree);
  EXPECT_THAT(run.launches, AddsUpOneNodeAGrid(tree));
}

TEST(Synchronization, EveryNodeIsASum) {
  for (const Nodes& tree : {Nodes(1000, 10), Nodes(80, 10),  // all leaves have just 10 values
                            Nodes(37, 1), Nodes(5, 8), Nodes(great_values(45), 6)}) {
    ASSERT_NO_FATAL_FAILURE(expect_sums(tree));
  }
  const CalledTwice twice;
  expect_sums(Nodes(20, 6));
}

// The host launches the root. In one stream the grids of two threads come one after another and
// find the same sums, but each level has twice as many grids for each node as the one above.
void expect_one_grid_for_each_node(const Outcome& run, const Nodes& tree) {
  if (!run.finished()) return;
  ASSERT_THAT(run.launches, LaunchesAtMost(tree.count() - 1, Child("add_node")))
      << "one grid for each half of a node: each thread that reaches the launch launches one "
         "grid (K2), so launch add_node with one thread, or let one of its threads launch";
}

TEST(Synchronization, NodesWaitForTheirHalves) {
  NEEDS_EMULATOR();
  watch_reads();
  const Nodes tree(100, 9);
  const Outcome run = run_tree(tree);
  ASSERT_NO_FATAL_FAILURE(expect_one_grid_for_each_node(run, tree));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.launches, Contains(Child("add_halves")));
  EXPECT_THAT(run, WroteResult(0, "add_halves").somewhere());
  const std::size_t words = sizeof(Sum) / 4 * static_cast<std::size_t>(tree.count() - 1);
  EXPECT_THAT(run, Reads("add_halves", "", words));  // of all nodes but the root
  EXPECT_THAT(run.launches, AddsUpOneNodeAGrid(tree));
}

}  // namespace
