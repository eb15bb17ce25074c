// What a grid must be: its leaves cover the square, tell the field and are few.
//
// Nothing here knows how the grid is made: any kernels in any streams may do it. But they do it,
// and not the host.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "16-adaptive-grid/cells.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

inline Outcome run_grid(const Rules& rules) {
  return EXERCISE(adaptive_grid, output<Leaf>(cells_of_level(rules.max_level)), output<int>(1),
                  rules);
}

/// The host has the rules to hand over, and perhaps a list of the cells of first_level. Asked when
/// the number of leaves is right.
inline void expect_refined_on_the_device(const Outcome& run, const Rules& rules) {
  constexpr std::size_t kBitsOfACell = 48;
  expect_made_on_the_device(run);
  const auto first = static_cast<std::size_t>(cells_of_level(rules.first_level));
  ASSERT_THAT(run,
              HostPassesAtMost(1024 + kBitsOfACell * first,
                               "it has only the rules, and kernels must find out which cells must "
                               "be divided"))
      << words(rules);
}

inline std::string what_is_wrong_with(const Leaf& leaf, int i, const Rules& rules) {
  const Cell& cell = leaf.cell;
  if (cell.level == -1) {
    return fmt::format(
        "leaves[{}] was never written, though *count counts it: a block that takes a place must "
        "write a leaf there",
        i);
  }
  if (cell.level < rules.first_level || cell.level > rules.max_level) {
    return fmt::format("leaves[{}] is the cell {}; leaves are of the levels {} to {}", i,
                       words(cell), rules.first_level, rules.max_level);
  }
  const int side = 1 << cell.level;
  if (cell.x < 0 || cell.x >= side || cell.y < 0 || cell.y >= side) {
    return fmt::format("leaves[{}] is the cell {}, and level {} has {} cells across and up", i,
                       words(cell), cell.level, side);
  }
  return {};
}

/// Lays leaves on the finest cells.
class Cover {
 public:
  explicit Cover(const Rules& rules)
      : rules_(rules), owners_(cells_of_level(rules.max_level), -1) {}

  std::string why_not(const Array<Leaf>& leaves, int count) {
    for (int i = 0; i < count; ++i) {
      std::string why = what_is_wrong_with(leaves[i], i, rules_);
      if (why.empty()) why = lay(leaves, i);
      if (!why.empty()) return why;
    }
    const auto free = std::ranges::find(owners_, -1);
    if (free == owners_.end()) return {};
    const int place = static_cast<int>(free - owners_.begin());
    return fmt::format(
        "no leaf covers {} of the {} finest cells; the first of them is {}. A branch of the work "
        "is lost: was a launch refused, or was a cell put into a list and never tested?",
        std::ranges::count(owners_, -1), owners_.size(),
        words(Cell{rules_.max_level, place % (1 << rules_.max_level), place >> rules_.max_level}));
  }

  /// The first leaf that lies over another one; empty if none does, or one is no leaf at all.
  std::string why_twice(const Array<Leaf>& leaves, int count) {
    std::string why;
    for (int i = 0; i < count && why.empty(); ++i) {
      if (!what_is_wrong_with(leaves[i], i, rules_).empty()) return {};
      why = lay(leaves, i);
    }
    return why;
  }

 private:
  std::string lay(const Array<Leaf>& leaves, int i) {
    const Cell& cell = leaves[i].cell;
    const int side = 1 << (rules_.max_level - cell.level);
    for (int k = 0; k < side * side; ++k) {
      const int x = cell.x * side + k % side, y = cell.y * side + k / side;
      int& owner = owners_[(y << rules_.max_level) + x];
      if (owner >= 0) {
        return fmt::format("leaves[{}], the cell {}, overlaps leaves[{}], the cell {}: {}", i,
                           words(cell), owner, words(leaves[owner].cell),
                           leaves[owner].cell == cell
                               ? "the same cell was processed twice"
                               : "a cell was kept and divided, or parts are not where they belong");
      }
      owner = i;
    }
    return {};
  }

  const Rules& rules_;
  std::vector<int> owners_;
};

inline Refusal why_not_covered(const Outcome& run, const Rules& rules) {
  const int count = run.result<int>(1)[0], room = cells_of_level(rules.max_level);
  if (count == 0) return because("there are no leaves");
  if (count < 0 || count > room) {
    const std::string why = count < 0 ? "" : Cover(rules).why_twice(run.result<Leaf>(0), room);
    return because(
        "*count is {}, and the finest grid has only {} cells: cells are processed several times{}",
        count, room, why.empty() ? "" : "; " + why);
  }
  return because(Cover(rules).why_not(run.result<Leaf>(0), count));
}

inline Judged Covers(const Rules& rules) {
  return {"covers the square",
          [&rules](const Outcome& run) { return why_not_covered(run, rules); }};
}

/// What is known of a leaf that does not tell the field at a point of its cell, though its corners
/// are near to the field's.
inline std::string why_badly_told(const Rules& rules, const Cell& cell, float u, float v) {
  if (must_be_divided(rules, cell))
    return "the cell should have been divided: " + why_it_must(rules, cell);
  float corners[4];
  for (int q = 0; q < 4; ++q) corners[q] = at_corner(rules.field, cell, q);
  const float expected = bilerp(corners, u, v);
  if (difference(field_in(rules.field, cell, u, v), expected) <= 2 * rules.tolerance) {
    return fmt::format(
        "the field's own values at the four corners give {}, so the leaf's corners are slightly "
        "wrong. Most likely they are not the values of the probes there",
        words(expected));
  }
  return fmt::format("at the cell's {} probes the largest difference is {:.4g}", kProbes,
                     error_of(rules.field, cell));
}

/// Why a leaf does not tell the field at some point of the finest grid; empty if it does.
inline std::string why_not_told(const Leaf& leaf, const Rules& rules) {
  std::string why = why_wrong_corners(leaf, rules.field);
  if (!why.empty() || leaf.cell.level == rules.max_level) return why;
  const int side = 1 << (rules.max_level - leaf.cell.level);
  for (int k = 0; k < (side + 1) * (side + 1); ++k) {
    const float u = static_cast<float>(k % (side + 1)) / static_cast<float>(side);
    const float v = static_cast<float>(k / (side + 1)) / static_cast<float>(side);
    const float value = field_in(rules.field, leaf.cell, u, v),
                expected = bilerp(leaf.corners, u, v);
    if (difference(value, expected) <= 2 * rules.tolerance) continue;
    const float cell_side = side_of(leaf.cell);
    return fmt::format(
        "at ({}, {}) the field is {}, but the leaf of the cell {} gives {}. They may differ by at "
        "most twice the tolerance of {}; {}",
        (static_cast<float>(leaf.cell.x) + u) * cell_side,
        (static_cast<float>(leaf.cell.y) + v) * cell_side, words(value), words(leaf.cell),
        words(expected), rules.tolerance, why_badly_told(rules, leaf.cell, u, v));
  }
  return {};
}

inline Refusal why_not_close(const Outcome& run, const Rules& rules) {
  const auto leaves = run.result<Leaf>(0);
  for (int i = 0; i < run.result<int>(1)[0]; ++i) {
    const std::string why = why_not_told(leaves[i], rules);
    if (!why.empty()) return because(why);
  }
  return {};
}

inline Judged TellsTheField(const Rules& rules) {
  return {"tells the field", [&rules](const Outcome& run) { return why_not_close(run, rules); }};
}

/// A leaf that is part of a cell that need not be divided, in words; without words if none is.
inline std::string finer_than_needed(const Outcome& run, const Rules& rules) {
  for (int i = 0; i < run.result<int>(1)[0]; ++i) {
    const Cell cell = run.result<Leaf>(0)[i].cell, whole{cell.level - 1, cell.x / 2, cell.y / 2};
    if (cell.level == 0 || must_be_divided(rules, whole)) continue;
    return fmt::format(
        ". leaves[{}], the cell {}, is a part of the cell {}, which need not be divided: {}. Does "
        "must_divide say so, and is its answer followed for every cell, also for the first cells?",
        i, words(cell), words(whole), why_it_must(rules, whole));
  }
  return {};
}

inline Refusal why_too_many(const Outcome& run, const Rules& rules) {
  const int count = run.result<int>(1)[0], needed = leaves_needed(rules);
  if (count <= needed + needed / 10) return {};
  return because(
      "there are {} leaves, {:.1f} % of the {} finest cells. If only the cells that must be "
      "divided are divided, there are {}, and a tenth more is allowed{}",
      count, 100.0 * count / cells_of_level(rules.max_level), cells_of_level(rules.max_level),
      needed, finer_than_needed(run, rules));
}

inline Judged HasFewLeaves(const Rules& rules) {
  return {"has few leaves", [&rules](const Outcome& run) { return why_too_many(run, rules); }};
}

/// How many cells are looked at of each level from first_level on.
inline std::vector<int> cells_looked_at(const Rules& rules) {
  std::vector<int> counts;
  std::vector<Cell> cells = cells_of(rules.first_level);
  while (!cells.empty()) {
    counts.push_back(static_cast<int>(cells.size()));
    std::vector<Cell> parts;
    for (const Cell& cell : cells) {
      if (!must_be_divided(rules, cell)) continue;
      for (int q = 0; q < 4; ++q) parts.push_back(part(cell, q));
    }
    cells = std::move(parts);
  }
  return counts;
}

/// Of grids of one block per cell, one per level: the first that has more blocks than its level has
/// cells. Null where the grids before it are of another kind.
inline const Launch* first_with_too_many_blocks(const Outcome& run,
                                                const std::vector<int>& counts) {
  std::size_t level = 0;
  for (const Launch& l : run.launches) {
    if (l.kernel != run.launches.begin()->kernel) continue;
    if (level == counts.size()) return level > 1 ? &l : nullptr;
    const int blocks = static_cast<int>(l.grid.x);
    if (blocks != counts[level]) return level > 1 && blocks > counts[level] ? &l : nullptr;
    ++level;
  }
  return nullptr;
}

/// About that grid: how many cells it should have been launched for. Without words if there is
/// none.
inline Refusal why_too_many_blocks(const Outcome& run, const Rules& rules) {
  const std::vector<int> counts = cells_looked_at(rules);
  const Launch* wrong = first_with_too_many_blocks(run, counts);
  if (wrong == nullptr) return {};
  const auto of_kernel = [&](const Launch& l) {
    return l.kernel == wrong->kernel && l.id < wrong->id;
  };
  const auto before = static_cast<std::size_t>(std::ranges::count_if(run.launches, of_kernel));
  return refusal_at(
      wrong,
      "this launch of {} has {} blocks, and level {} has {} cells: 4 for each cell of level {} "
      "that must be divided. The grids before it had one block per cell. Was the count of the list "
      "0 when the blocks of level {} began to add to it? A child may run as soon as it is "
      "launched: set a count to 0 before the launch of the grid that adds to it",
      wrong->kernel, wrong->grid.x, rules.first_level + before,
      before < counts.size() ? counts[before] : 0, rules.first_level + before - 1,
      rules.first_level + before - 1);
}

/// Cells on which blocks work several times make lists and leaves outgrow their room. Asked only
/// where an address is wrong; the words of that follow.
inline Refusal why_outgrown(const Outcome& run, const Rules& rules) {
  const Refusal wrong = why_not_clean(run);
  if (wrong.cause != Cause::kAddress || !run.finished()) return {};
  const int count = run.result<int>(1)[0], room = cells_of_level(rules.max_level);
  const std::string why =
      count < 0 ? "" : Cover(rules).why_twice(run.result<Leaf>(0), std::min(count, room));
  if (count <= room && why.empty()) return {};
  const Refusal blocks = why_too_many_blocks(run, rules);
  if (!blocks.why.empty()) {
    return refusal_at(blocks, Cause::kAddress, "{}. As a result:\n{}", blocks.why, wrong.why);
  }
  return refusal_at(
      wrong, Cause::kAddress,
      "cells are processed several times: {}, so a list or the leaves no longer fit. As a "
      "result:\n{}",
      why.empty() ? fmt::format("*count is {}, and the finest grid has only {} cells", count, room)
                  : why,
      wrong.why);
}

/// Finished, without a finding whose cause is best said in this lesson's words.
inline void expect_clean(const Outcome& run, const Rules& rules) {
  ASSERT_THAT(run,
              NoFinding("missing-fence", "",
                        "what one block writes must be ordered before a block of another grid "
                        "reads it: the writer launches that grid, or each block executes a fence "
                        "and an atomic and the block that finishes last launches (M4)"));
  ASSERT_THAT(run, Judged("works on each cell once",
                          [&](const Outcome& o) { return why_outgrown(o, rules); }))
      << words(rules);
  ASSERT_THAT(run, FinishedCleanly()) << words(rules);
  ASSERT_THAT(run, ReturnsNoError()) << words(rules);
}

/// A right grid, in every respect.
inline void expect_grid(const Rules& rules) {
  if (testing::Test::HasFatalFailure()) return;  // the first wrong grid says enough
  const Outcome run = run_grid(rules);
  expect_clean(run, rules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Covers(rules)) << words(rules);
  ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
  ASSERT_THAT(run, HasFewLeaves(rules)) << words(rules);
  expect_refined_on_the_device(run, rules);
}

inline const Rules kFrontRules{kFront, kTolerance, 2, 6, kPool};

}  // namespace checks
