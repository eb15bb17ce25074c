// Checks of lesson 07: the order that the old program got by waiting, without a wait.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/launched_in_order.h"
#include "shared/launches_at_most.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::ReturnsNoError;

void expect_no_error(const Outcome& run) {
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
}

// ---- Tasks 1 and 4: sorting ---------------------------------------------------------------------

std::vector<int> keys_of(int n, int salt) {
  std::vector<int> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = (i * i * 7 + i * 31 + salt * 13) % kKeys;
  return keys;
}

std::vector<int> sorted(std::vector<int> keys) {
  std::ranges::sort(keys);
  return keys;
}

Outcome run_sort(const std::vector<int>& keys) {
  const int n = static_cast<int>(keys.size());
  return EXERCISE(sort_once, output<int>(n), input(keys), n);
}

auto Sorted(const std::vector<int>& keys) {
  return Elements(sorted(keys)).mistaking([](int) { return -1; }, "places that no key was put to");
}

// A kernel that is given puts the keys to their places, for single arrays and for batches.
WroteResult PlacedByChildren() { return WroteResult(0, "place_keys"); }

void expect_sorted(const std::vector<int>& keys) {
  const Outcome run = run_sort(keys);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<int>(0), Sorted(keys));
  EXPECT_THAT(run, PlacedByChildren());
}

TEST(Synchronization, KeysAreSorted) {
  for (const auto& keys :
       {keys_of(1000, 1), keys_of(1024, 3), keys_of(1, 5), std::vector<int>(300, kKeys - 1)}) {
    ASSERT_NO_FATAL_FAILURE(expect_sorted(keys));
  }
  const CalledTwice twice;
  expect_sorted(keys_of(50, 1));
}

TEST(Synchronization, ChildrenInOrder) {
  NEEDS_EMULATOR();
  const Outcome run = run_sort(keys_of(400, 2));
  for (const char* kernel : {"count_keys", "find_places", "place_keys"}) {
    ASSERT_THAT(run.launches, checks::LaunchesAtMost(1, Child(kernel)))
        << "each thread that reaches a launch makes a grid of its own (K2)";
  }
  for (const auto& [first, second] :
       {std::pair{"count_keys", "find_places"}, {"find_places", "place_keys"}}) {
    ASSERT_THAT(run.launches, checks::LaunchedInOrder(Child(first), Child(second)));
    ASSERT_THAT(run.launches, Ordered(Child(first), Child(second)))
        << "grids of one stream start one after another (S5); those of different streams do not";
  }
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, PlacedByChildren().somewhere());
}

// All batches, one behind the other.
std::vector<int> batches_of(int n, int batches) {
  std::vector<int> all;
  for (int b = 0; b < batches; ++b) {
    const std::vector<int> keys = keys_of(n, b);
    all.insert(all.end(), keys.begin(), keys.end());
  }
  return all;
}

std::vector<int> each_sorted(std::vector<int> keys, int n) {
  for (auto batch = keys.begin(); batch != keys.end(); batch += n) std::sort(batch, batch + n);
  return keys;
}

Outcome run_batches(int n, int batches) {
  return EXERCISE(sort_batches, output<int>(n * batches), input(batches_of(n, batches)), n,
                  batches);
}

void expect_batches_sorted(int n, int batches) {
  const Outcome run = run_batches(n, batches);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<int>(0).in_rows_of(n),
              Elements(each_sorted(batches_of(n, batches), n))
                  .mistaking([](int) { return -1; }, "places that no key was put to"));
  EXPECT_THAT(run, PlacedByChildren());
}

TEST(Synchronization, BatchesAreSorted) {
  for (const auto& [n, batches] : {std::pair{300, 4}, {50, 1}, {1, 3}}) {
    ASSERT_NO_FATAL_FAILURE(expect_batches_sorted(n, batches));
  }
  const CalledTwice twice;
  expect_batches_sorted(20, 2);
}

bool synchronises(const ApiCall& call) {
  return call.name == "cudaDeviceSynchronize" || call.name == "cudaStreamSynchronize" ||
         call.name == "cudaEventSynchronize";
}

// Calls that wait, or tell whether it is done, on their way to something else.
bool waits_in_passing(const ApiCall& call) {
  return call.name == "cudaMemcpy" || call.name == "cudaMemcpyFromSymbol" ||
         call.name == "cudaStreamQuery" || call.name == "cudaEventQuery";
}

// Those between two launches; behind the last one a copy may stand for the one wait.
int waits_in_passing(const Outcome& run) {
  int first = 0, last = 0;
  for (const Launch& l : run.launches) {
    if (!l.from_host()) continue;
    if (first == 0) first = l.id;
    last = l.id;
  }
  return static_cast<int>(std::ranges::count_if(run.host_calls, [&](const ApiCall& call) {
    return waits_in_passing(call) && call.launches_before >= first && call.launches_before < last;
  }));
}

// What comes before the first launch prepares it.
int host_waits(const Outcome& run) {
  const auto waits = [](const ApiCall& call) {
    return synchronises(call) && call.launches_before > 0;
  };
  return static_cast<int>(std::ranges::count_if(run.host_calls, waits)) + waits_in_passing(run);
}

// A run that is clean and has no such call has waited in passing, behind the last launch.
ReportMatcher WaitsOnce() {
  return {"waits for the device once", [](const Outcome& run) -> Refusal {
            const int waits = host_waits(run);
            if (waits <= 1) return {};
            return {fmt::format("the host waits {} times; it should wait once, behind the last "
                                "launch: a grid of a stream waits by itself for the grid before "
                                "it and for all that this one launched (N1, N4)",
                                waits),
                    {},
                    0};
          }};
}

TEST(Synchronization, HostWaitsOnce) {
  NEEDS_EMULATOR();
  const int batches = 3;
  const Outcome run = run_batches(100, batches);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(batches, FromHost("sort_keys")));
  EXPECT_THAT(run, WaitsOnce());
  EXPECT_THAT(run, PlacedByChildren().somewhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

struct Share {
  int mean = 0, above = 0;
  int score() const { return 1000 * mean + above; }
};

struct Shares {
  std::vector<int> values;
  int blocks;

  Shares(int n, int blocks) : values(n), blocks(blocks) {
    for (int i = 0; i < n; ++i) values[i] = i * 37 % 100 + 10 * (i / 100);
  }
  int size() const { return static_cast<int>(values.size()); }
  Share share(int block) const {
    const int first = size() * block / blocks, last = size() * (block + 1) / blocks;
    Share s;
    for (int i = first; i < last; ++i) s.mean += values[i];
    s.mean /= last - first;
    for (int i = first; i < last; ++i) s.above += values[i] > s.mean ? 1 : 0;
    return s;
  }
};

Outcome run_score(const Shares& s) {
  return EXERCISE(score, output<int>(s.blocks), input(s.values), s.size(), s.blocks);
}

// The grid after the children writes them, which is called write_scores. Of a child that has
// counted nothing it may have nothing to add.
WroteResult ScoredAfterwards(const Shares& s) {
  return WroteResult(0, "write_scores").where([&s](int b) { return s.share(b).above > 0; });
}

void expect_scores_of(const Outcome& run, const Shares& s, const char* which_call = "") {
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  const int threads = 128;
  ASSERT_THAT(
      run.result<int>(0),
      Elements([&s](int b) { return s.share(b).score(); })
          .mistaking([](int) { return 0; }, "scores that nobody has written")
          .mistaking([&s](int b) { return 1000 * s.share(b).mean; },
                     "scores without what the children count: they were written too early (M3)")
          .mistaking([&s](int b) { return s.share(b).above; },
                     "scores without the means: a tail has none of its parent's variables, only "
                     "what is in global memory or in its arguments (T8, T11)")
          .mistaking([&s](int b) { return 1000 * s.share(0).mean + s.share(b).above; },
                     "scores with the mean of block 0: an argument holds what its launching "
                     "thread knows")
          .mistaking([&s](int b) { return s.blocks * s.share(b).score(); },
                     "scores written once for each block: each tail launch adds a tail (K2)")
          .mistaking([&](int b) { return threads * s.share(b).score(); },
                     "scores written once for each thread of a block: each tail launch adds a "
                     "tail (K2)"))
      << "with " << s.size() << " values and " << s.blocks << " blocks" << which_call;
  EXPECT_THAT(run, ScoredAfterwards(s));
  EXPECT_THAT(run, WroteResult(0));
}

void expect_scores(const Shares& s) { expect_scores_of(run_score(s), s); }

void expect_scores_of_second_call(const Shares& s) {
  const CalledTwice twice;
  expect_scores(s);
}

// A counter of blocks that wraps around one block too late is right in two calls, not in three.
void expect_scores_of_third_call(const Shares& s) {
  test_settings().calls = 3;
  const Outcome run = run_score(s);
  test_settings().calls = 1;
  expect_scores_of(run, s,
                   ".\nThis was the third of three calls in one process, and the first two were "
                   "right: what a call leaves behind, as in a __device__ variable, the next must "
                   "set again. An atomicInc that counts n blocks gets n - 1 as its limit: at that "
                   "value it goes back to 0");
}

// A tail of one block has no thread for the last of them. With a grid for each block's tail there
// are more grids than the pool has places for: the program says so (L2), and is right.
void expect_scores_of_many_blocks() {
  constexpr int kPoolIsFull = 69;
  const Shares s(4100, 1025);
  const Outcome run = run_score(s);
  if (run.finished() && run.returned<int>() == kPoolIsFull) return;
  expect_scores(s);
}

TEST(Synchronization, ScoresAreRight) {
  for (const Shares& s :
       {Shares(1000, 7), Shares(1024, 1), Shares(1025, 1), Shares(500, 128), Shares(3, 1)}) {
    ASSERT_NO_FATAL_FAILURE(expect_scores(s));
  }
  ASSERT_NO_FATAL_FAILURE(expect_scores_of_many_blocks());
  ASSERT_NO_FATAL_FAILURE(expect_scores_of_second_call(Shares(60, 5)));
  expect_scores_of_third_call(Shares(60, 5));
}

// One grid behind all children, or one behind each: what counts is that none reads too early.
TEST(Synchronization, ScoresComeLast) {
  NEEDS_EMULATOR();
  const Shares shares(600, 5);
  const Outcome run = run_score(shares);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(5, Child("count_above")));
  EXPECT_THAT(run.launches, Contains(Child("write_scores")));
  EXPECT_THAT(run, ScoredAfterwards(shares).somewhere());
}

// ---- Task 3 -------------------------------------------------------------------------------------

using Sum = long long;

std::vector<int> small_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 71 + 13) % 1001;
  return values;
}

// Two of one sign have a sum that is no int.
std::vector<int> great_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    values[i] = i % 16 < 10 ? 2'000'000'000 + 7 * i : -1'900'000'000 - 11 * i;
  }
  return values;
}

struct Nodes {
  struct Node {
    int begin = 0, end = 0;
    Sum sum = -1;
  };
  std::vector<int> values;
  std::vector<Node> nodes;
  int leaf;

  Nodes(const std::vector<int>& values, int leaf) : values(values), leaf(leaf) {
    add(0, 0, size());
  }
  Nodes(int n, int leaf) : Nodes(small_values(n), leaf) {}
  int size() const { return static_cast<int>(values.size()); }
  bool is_leaf(const Node& node) const { return node.end - node.begin <= leaf; }
  static bool is_there(const Node& node) { return node.end > node.begin; }
  std::size_t count() const { return std::ranges::count_if(nodes, is_there); }

 private:
  Sum add(std::size_t node, int begin, int end) {
    if (nodes.size() <= node) nodes.resize(node + 1);
    Sum sum = 0;
    if (end - begin <= leaf) {
      for (int i = begin; i < end; ++i) sum += values[i];
    } else {
      const int middle = begin + (end - begin) / 2;
      sum = add(2 * node + 1, begin, middle) + add(2 * node + 2, middle, end);
    }
    nodes[node] = {begin, end, sum};
    return sum;
  }
};

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
    if (node.sum == -1) return fmt::format("sums[{}] was written, but no node is there", i);
    const std::string what =
        fmt::format("the {} node {} stands for values[{}] … values[{}]",
                    tree_.is_leaf(node) ? "leaf" : "inner", i, node.begin, node.end - 1);
    if (sums[i] == -1) return fmt::format("{}, and no grid has written its sum", what);
    return fmt::format("{}, whose sum is {}; sums[{}] is {}{}", what, node.sum, i, sums[i],
                       cause(sums[i], i));
  }

  std::string cause(Sum sum, std::size_t i) const {
    const Nodes::Node& node = tree_.nodes[i];
    if (sum == static_cast<int>(node.sum))
      return ": its lowest 32 bits. An int is too small for the sum of so great values; add up in "
             "long long";
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
          ", which is sums[{}] and the {} that stood in sums[{}] before: add_halves has run before "
          "that half was complete. A tail starts when all else that its grid launched is complete "
          "(T2)",
          there, before, missing);
    }
    return "";
  }

  Nodes tree_;
};

Outcome run_tree(const Nodes& t) {
  const int nodes = static_cast<int>(t.nodes.size());
  return EXERCISE(tree_sum, output<Sum>(nodes), nodes, input(t.values), t.size(), t.leaf);
}

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
  ASSERT_THAT(run.launches, checks::LaunchesAtMost(tree.count() - 1, Child("add_node")))
      << "one grid for each half of a node: each thread that reaches a launch makes a grid of its "
         "own (K2), so launch add_node with one thread, or let one of its threads launch";
}

TEST(Synchronization, NodesWaitForTheirHalves) {
  NEEDS_EMULATOR();
  const Nodes tree(100, 9);
  const Outcome run = run_tree(tree);
  ASSERT_NO_FATAL_FAILURE(expect_one_grid_for_each_node(run, tree));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.launches, Contains(Child("add_halves")));
  EXPECT_THAT(run, WroteResult(0, "add_halves").somewhere());
}

// ---- All tasks ----------------------------------------------------------------------------------

TEST(Synchronization, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome sort = run_sort(keys_of(50, 1));
  const Outcome scores = run_score(Shares(60, 3));
  const Outcome tree = run_tree(Nodes(40, 9));
  for (const Outcome* run : {&sort, &scores, &tree}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
  }
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_sort({1, 0}); }));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_score(Shares(6, 2)); }));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_tree(Nodes(4, 2)); }));
  // Errors of the first batch, which the second one follows, and of the last one.
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_batches(2, 2); }));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_batches(2, 1); }));
  EXPECT_THAT(sort, PlacedByChildren().somewhere());
  EXPECT_THAT(scores, WroteResult(0, "write_scores").somewhere());
  EXPECT_THAT(tree, WroteResult(0, "add_halves").somewhere());
}

}  // namespace
