// The boards that there are, counted by the check itself, and what to say of other counts.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "exercise.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

/// Which boards are counted, and which of them are tasks.
struct Case {
  int n, split;
};

/// What comes of the empty board.
struct Tree {
  std::vector<int> counts;  ///< boards with r queens
  int all = 0;              ///< boards of every kind
  int tasks = 0;            ///< boards with fewer than `split` queens
  int parents = 0;          ///< tasks of which other tasks come
};

inline bool is_attacked(const std::vector<int>& queens, int column) {
  const int row = static_cast<int>(queens.size());
  for (int r = 0; r < row; ++r) {
    const int across = column - queens[r], down = row - r;
    if (across == 0 || across == down || across == -down) return true;
  }
  return false;
}

inline void add_boards(Tree& tree, std::vector<int>& queens, const Case& one) {
  const int row = static_cast<int>(queens.size());
  ++tree.counts[row];
  ++tree.all;
  tree.tasks += row < one.split ? 1 : 0;
  bool has_child = false;
  for (int column = 0; row < one.n && column < one.n; ++column) {
    if (is_attacked(queens, column)) continue;
    has_child = true;
    queens.push_back(column);
    add_boards(tree, queens, one);
    queens.pop_back();
  }
  tree.parents += has_child && row + 1 < one.split ? 1 : 0;
}

inline Tree tree_of(const Case& one) {
  Tree tree;
  tree.counts.resize(one.n + 1);
  std::vector<int> queens;
  add_boards(tree, queens, one);
  return tree;
}

/// Tasks that can wait at the same time at most: none of them comes of another one.
inline int most_at_once(const Tree& tree) { return tree.tasks - tree.parents; }

inline std::string words(const Case& one) {
  return fmt::format("n {}, split {}", one.n, one.split);
}

/// `lost` and `twice` say how boards may be lost, and how they may be counted twice.
inline Refusal why_other_counts(const Array<int>& counts, const Tree& tree, const std::string& lost,
                                const std::string& twice) {
  for (std::size_t r = 0; r < tree.counts.size(); ++r) {
    if (counts[r] == tree.counts[r]) continue;
    const bool fewer = counts[r] < tree.counts[r];
    return because("counts[{}] is {}; there are {} boards with {} {}. {}", r, counts[r],
                   tree.counts[r], r, r == 1 ? "queen" : "queens",
                   fewer ? "Boards are lost: " + lost : "Boards are counted twice: " + twice);
  }
  return {};
}

}  // namespace checks
