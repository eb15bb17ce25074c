// What the tasks of lesson 07 run: sorting, scores and a tree, which got their order by waiting in
// the old program and get it without a wait now.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace checks {

inline void expect_no_error(const Outcome& run) {
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
}

inline std::vector<int> keys_of(int n, int salt) {
  std::vector<int> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = (i * i * 7 + i * 31 + salt * 13) % kKeys;
  return keys;
}

inline Outcome run_sort(const std::vector<int>& keys) {
  const int n = static_cast<int>(keys.size());
  return EXERCISE(sort_once, output<int>(n), input(keys), n);
}

// A kernel that is given puts the keys to their places, for single arrays and for batches.
inline WroteResult PlacedByChildren() { return WroteResult(0, "place_keys").without_host_values(); }

// A thread has one key, and in find_places the counts of all smaller keys.
inline LaunchesMatcher SortsOneKeyAThread() {
  constexpr std::int64_t kOneKey = 8000, kAllCounts = 50000;
  return NoPathLongerThan(
      [](const Launch& launch) { return launch.kernel == "find_places" ? kAllCounts : kOneKey; },
      "A thread of count_keys counts one key, a thread of find_places finds one place from the "
      "counts, and a thread of place_keys puts one key in its place");
}

// The counts of keys that are there, but for the greatest, which nobody needs.
inline ReportMatcher FindsPlacesFromCounts(const std::vector<int>& keys) {
  return Reads("find_places", "count_keys", std::set<int>(keys.begin(), keys.end()).size() - 1);
}
inline ReportMatcher PlacesKeysWhereTheyBelong(const std::vector<int>& keys) {
  return Reads("place_keys", "find_places", std::set<int>(keys.begin(), keys.end()).size());
}

// All batches, one behind the other.
inline std::vector<int> batches_of(int n, int batches) {
  std::vector<int> all;
  for (int b = 0; b < batches; ++b) {
    const std::vector<int> keys = keys_of(n, b);
    all.insert(all.end(), keys.begin(), keys.end());
  }
  return all;
}

inline Outcome run_batches(int n, int batches) {
  return EXERCISE(sort_batches, output<int>(n * batches), input(batches_of(n, batches)), n,
                  batches);
}

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
  int share_begin(int block) const { return size() * block / blocks; }
  int share_size(int block) const { return share_begin(block + 1) - share_begin(block); }
  Share share(int block) const {
    const int first = share_begin(block), last = share_begin(block + 1);
    Share s;
    for (int i = first; i < last; ++i) s.mean += values[i];
    s.mean /= last - first;
    for (int i = first; i < last; ++i) s.above += values[i] > s.mean ? 1 : 0;
    return s;
  }
};

// A thread scores a block, or several one after another; the mean of a share is found by its block.
inline LaunchesMatcher ScoresWhatWasCounted(const Shares& s) {
  constexpr std::int64_t kOnce = 10000, kBlock = 2500, kMean = 20000, kTurn = 2500;
  const int turns = (s.size() / s.blocks + 128) / 128;
  return NoPathLongerThan(
      [blocks = s.blocks, turns](const Launch& launch) {
        return launch.kernel == "write_scores"  ? kOnce + kBlock * blocks
               : launch.kernel == "count_above" ? kOnce
                                                : kMean + kTurn * turns;
      },
      "All threads of a block find the mean of its share together, as in mean_of_share; a thread "
      "of count_above handles one value of its block's share; write_scores only combines what "
      "the others have found");
}

inline Outcome run_score(const Shares& s) {
  return EXERCISE(score, output<int>(s.blocks), input(s.values), s.size(), s.blocks);
}

using Sum = long long;

inline std::vector<int> small_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 71 + 13) % 1001;
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

// A grid is about one node: the values of a leaf, or two halves.
inline LaunchesMatcher AddsUpOneNodeAGrid(const Nodes& t) {
  constexpr std::int64_t kNode = 8000, kValue = 800;
  return NoPathLongerThan(
      [leaf = t.leaf](const Launch& launch) {
        return kNode + (launch.kernel == "add_halves" ? 0 : kValue * leaf);
      },
      "A grid of add_node adds up its own node if that is a leaf; a grid of add_halves adds the "
      "two halves of one node");
}

inline Outcome run_tree(const Nodes& t) {
  const int nodes = static_cast<int>(t.nodes.size());
  return EXERCISE(tree_sum, output<Sum>(nodes), nodes, input(t.values), t.size(), t.leaf);
}

}  // namespace checks
