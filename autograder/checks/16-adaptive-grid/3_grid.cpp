// Checks of lesson 16: the test of a cell, leaves and parts, and the grid: that its leaves cover
// the square, tell the field and are few; with any field, any depth and any pool; by one launch of
// the host, and in little virtual time.
//
// Nothing here knows how the grid is made: any kernels in any streams may do it. But they do it,
// and not the host.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::microseconds;
using checks::ReturnsNoError;
using checks::TakesAtMost;

constexpr float kTolerance = 0.02f;
constexpr int kPool = 2048, kThreads = 32;

// ---- Words --------------------------------------------------------------------------------------

const char* name_of(Field field) {
  static constexpr const char* kNames[] = {"kConstant", "kSlope", "kFront",  "kStep",
                                           "kObstacle", "kPole",  "kNeedle", "kNowhere"};
  return kNames[field];
}

std::string words(const Cell& cell) {
  return fmt::format("{{level {}, x {}, y {}}}", cell.level, cell.x, cell.y);
}

std::string words(float value) { return std::isnan(value) ? "NaN" : fmt::format("{}", value); }

std::string words(const Rules& rules) {
  return fmt::format("with the field {}, first_level {}, max_level {} and a pool of {}",
                     name_of(rules.field), rules.first_level, rules.max_level, rules.pool);
}

// ---- What the rules say of a cell ---------------------------------------------------------------

bool operator==(const Cell& a, const Cell& b) {
  return a.level == b.level && a.x == b.x && a.y == b.y;
}

float side_of(const Cell& cell) { return 1.0f / static_cast<float>(1 << cell.level); }

/// The field at a point of a cell, u and v from 0 to 1.
float field_in(Field field, const Cell& cell, float u, float v) {
  const float side = side_of(cell);
  return field_at(field, (static_cast<float>(cell.x) + u) * side,
                  (static_cast<float>(cell.y) + v) * side);
}

float at_corner(Field field, const Cell& cell, int q) {
  return field_in(field, cell, static_cast<float>(q % 2), static_cast<float>(q / 2));
}

/// By how much a value differs from what corners tell; infinite if one of the two is no number.
float difference(float value, float told) {
  if (std::isfinite(value) && std::isfinite(told)) return std::abs(value - told);
  return std::isfinite(value) == std::isfinite(told) ? 0 : std::numeric_limits<float>::infinity();
}

/// The largest difference at a cell's probes.
float error_of(Field field, const Cell& cell) {
  float corners[4], error = 0;
  for (int q = 0; q < 4; ++q) corners[q] = at_corner(field, cell, q);
  for (int i = 0; i < kProbes; ++i) {
    const float u = static_cast<float>(i % kSide) / (kSide - 1);
    const float v = static_cast<float>(i / kSide) / (kSide - 1);
    error = std::max(error, difference(field_in(field, cell, u, v), told_by(corners, u, v)));
  }
  return error;
}

bool must_be_divided(const Rules& rules, const Cell& cell) {
  if (cell.level < rules.first_level) return true;
  if (cell.level == rules.max_level) return false;
  return error_of(rules.field, cell) > rules.tolerance;
}

/// Whether a card that rounds otherwise may decide otherwise. Of these fields nothing is rounded.
bool is_close_call(const Rules& rules, const Cell& cell) {
  for (const Field exact : {kConstant, kSlope, kStep, kNowhere}) {
    if (rules.field == exact) return false;
  }
  return std::abs(error_of(rules.field, cell) - rules.tolerance) < 1e-4f;
}

Cell part(const Cell& cell, int q) {
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}

/// How many leaves there are if just those cells are divided that must be.
int leaves_needed(const Rules& rules, const Cell& cell = {0, 0, 0}) {
  if (!must_be_divided(rules, cell)) return 1;
  int leaves = 0;
  for (int q = 0; q < 4; ++q) leaves += leaves_needed(rules, part(cell, q));
  return leaves;
}

std::vector<Cell> cells_of(int level) {
  std::vector<Cell> cells;
  for (int i = 0; i < cells_of_level(level); ++i) {
    cells.push_back({level, i % (1 << level), i >> level});
  }
  return cells;
}

std::vector<Cell> cells_to(int level) {
  std::vector<Cell> cells;
  for (int l = 0; l <= level; ++l) {
    const std::vector<Cell> more = cells_of(l);
    cells.insert(cells.end(), more.begin(), more.end());
  }
  return cells;
}

// ---- Task 1 -------------------------------------------------------------------------------------

/// What the rules say of a cell, and nothing about the program.
std::string why_it_must(const Rules& rules, const Cell& cell) {
  if (cell.level == rules.max_level)
    return fmt::format("it is of max_level ({}), and those are never divided", rules.max_level);
  if (cell.level < rules.first_level)
    return fmt::format("it is above first_level ({}), and those always are", rules.first_level);
  const float error = error_of(rules.field, cell);
  if (std::isinf(error)) {
    return "at some probe the field or what the corners tell is no finite number, and the other is "
           "one";
  }
  if (error > 0 || rules.field == kConstant || rules.field == kSlope) {
    return fmt::format("the largest difference at its {} probes is {:.4g}, and the tolerance is {}",
                       kProbes, error, rules.tolerance);
  }
  return "at no probe is the difference more than the tolerance; where neither the field nor what "
         "the corners tell is a finite number, they agree";
}

/// Of a cell that must_divide judges otherwise than the rules: why, most likely. May be empty.
std::string likely_mistake(const Rules& rules, const Cell& cell) {
  if (cell.level == rules.max_level || cell.level < rules.first_level) return {};
  const float error = error_of(rules.field, cell);
  if (std::isinf(error)) {
    return ". Most likely NaN or infinity gets lost on the way: a comparison with NaN is false, "
           "and fmaxf drops NaN. Ask isfinite of both";
  }
  if (error == rules.tolerance) {
    return ". A cell must be divided where the difference is more than the tolerance, and not "
           "where it is just as much. Most likely the comparison is the wrong one: >, not >=";
  }
  return {};
}

Refusal why_wrong_answers(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules,
                          int threads) {
  const auto answers = run.result<int>(0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (answers[i] < 0) {
      return because(fmt::format("of the cell {} only {} of {} threads are told that it must be "
                                 "divided; the answer is "
                                 "the block's, so all its threads must get the same",
                                 words(cells[i]), -answers[i], threads),
                     Cause::kCall);
    }
    if (is_close_call(rules, cells[i]) || answers[i] == (must_be_divided(rules, cells[i]) ? 1 : 0))
      continue;
    return because(
        fmt::format("the cell {} {} be divided, but the answer is {}: {}{}", words(cells[i]),
                    must_be_divided(rules, cells[i]) ? "must" : "must not", answers[i],
                    why_it_must(rules, cells[i]), likely_mistake(rules, cells[i])),
        Cause::kCall);
  }
  return {};
}

void expect_answers(const std::vector<Cell>& cells, const Rules& rules, int threads = kThreads) {
  if (testing::Test::HasFatalFailure()) return;
  const int n = static_cast<int>(cells.size());
  const Outcome run = EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, threads);
  const std::string with = fmt::format("{}, by blocks of {} threads", words(rules), threads);
  ASSERT_THAT(run, FinishedCleanly()) << with;
  ASSERT_THAT(run, ReturnsNoError()) << with;
  ASSERT_THAT(run,
              Judged("judges cells",
                     [&](const Outcome& o) { return why_wrong_answers(o, cells, rules, threads); }))
      << with;
  ASSERT_THAT(run, WroteResult(0, "look_at_cells").launched_anywhere()) << with;
}

TEST(AdaptiveGrid, CellsAreJudged) {
  for (const int threads : {kThreads, 1, 7, 100}) {
    expect_answers(cells_of(4), {kFront, kTolerance, 0, 7, kPool}, threads);
  }
  expect_answers(cells_to(3), {kFront, kTolerance, 0, 7, kPool});
  expect_answers(cells_to(2), {kSlope, 0, 0, 7, kPool});
  // At the step they differ by 0.75, and it is just that which is allowed, or a hair less.
  for (const float tolerance : {0.75f, std::nextafter(0.75f, 0.0f)})
    expect_answers(cells_to(2), {kStep, tolerance, 0, 7, kPool});
  expect_answers({}, {kFront, kTolerance, 0, 7, kPool});
}

// What the grids of a run take on the virtual clock, together.
double nanoseconds_of_grids(const Outcome& run) {
  std::int64_t all = 0;
  for (const Launch& l : run.launches) all += l.end_ns - l.start_ns;
  return static_cast<double>(all);
}

constexpr double kFasterTogether = 3;  // than a block of one thread

// By how much a block of 32 threads is faster than one of a single thread, which does all the work.
Judged SharesTheWork(double alone_ns) {
  return {"shares the work", [alone_ns](const Outcome& run) -> Refusal {
            const double factor = alone_ns / nanoseconds_of_grids(run);
            if (factor >= kFasterTogether) return {};
            return because(
                fmt::format(
                    "blocks of {} threads judge cells {:.1f} times as fast as blocks of 1 "
                    "thread on the virtual clock; where the threads share both the probes and "
                    "the comparisons it is more than {:.0f} times. Thread t takes the probes t, "
                    "t + blockDim.x …",
                    kThreads, factor, kFasterTogether),
                Cause::kCall);
          }};
}

TEST(AdaptiveGrid, ThreadsShareTheProbes) {
  NEEDS_EMULATOR();
  const std::vector<Cell> cells = cells_of(4);
  const int n = static_cast<int>(cells.size());
  const Rules rules{kFront, kTolerance, 0, 7, kPool};
  const Outcome alone = EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, 1);
  const Outcome shared =
      EXERCISE(cells_to_divide, output<int>(n), input(cells), n, rules, kThreads);
  ASSERT_THAT(alone, TakesAtMost(100, "a block of one thread"));
  ASSERT_THAT(shared, FinishedCleanly());
  ASSERT_THAT(shared, Judged("judges cells", [&](const Outcome& o) {
                return why_wrong_answers(o, cells, rules, kThreads);
              }));
  EXPECT_THAT(shared, SharesTheWork(nanoseconds_of_grids(alone)));
  EXPECT_THAT(shared, WroteResult(0, "look_at_cells").launched_anywhere());
}

TEST(AdaptiveGrid, NanAndInfinityAreSeen) {
  for (const Field field : {kObstacle, kPole, kNowhere}) {
    expect_answers(cells_of(4), {field, kTolerance, 0, 7, kPool});
    expect_answers(cells_to(2), {field, kTolerance, 0, 7, kPool});
  }
}

TEST(AdaptiveGrid, LevelsBindTheTest) {
  for (const Field field : {kFront, kConstant, kNowhere}) {
    expect_answers(cells_to(4), {field, kTolerance, 3, 4, kPool});
  }
}

// ---- Task 2 -------------------------------------------------------------------------------------

bool near(float a, float b) {
  if (!std::isfinite(b)) return !std::isfinite(a);
  return std::abs(a - b) <= 1e-4f * (1 + std::abs(b));
}

/// Why a leaf does not have its cell's corners; empty if it has.
std::string why_wrong_corners(const Leaf& leaf, Field field) {
  for (int q = 0; q < 4; ++q) {
    const float right = at_corner(field, leaf.cell, q);
    if (near(leaf.corners[q], right)) continue;
    return fmt::format(
        "the leaf of the cell {} has {} at corner {}, where the field is {}. The corners are, from "
        "0 on, left and right below, then left and right above",
        words(leaf.cell), words(leaf.corners[q]), q, words(right));
  }
  return {};
}

struct Sorted {
  std::vector<Cell> kept;     // cells that are leaves
  std::vector<Cell> divided;  // cells that must be divided
};

Sorted sort(const std::vector<Cell>& cells, const Rules& rules) {
  Sorted sorted;
  for (const Cell& cell : cells) {
    (must_be_divided(rules, cell) ? sorted.divided : sorted.kept).push_back(cell);
  }
  return sorted;
}

Outcome run_parts(const std::vector<Cell>& cells, const Rules& rules) {
  const int n = static_cast<int>(cells.size());
  return EXERCISE(keep_or_divide, output<Leaf>(n), output<int>(1), output<Cell>(4 * n),
                  input(cells), n, rules);
}

/// Grids wrote the leaves, and how many there are. Asked when their number is right.
void expect_made_on_the_device(const Outcome& run) {
  const auto count = static_cast<std::size_t>(run.result<int>(1)[0]);
  ASSERT_THAT(run, WroteResult(0).first(count));
  ASSERT_THAT(run, WroteResult(1));
}

Refusal why_wrong_parts(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules) {
  const auto parts = run.result<Cell>(2);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!must_be_divided(rules, cells[i])) continue;
    for (int q = 0; q < 4; ++q) {
      const Cell found = parts[4 * i + q], right = part(cells[i], q);
      if (found == right) continue;
      return because(fmt::format(
          "part {} of the cell {} is {}; it should be {}: a level deeper there are twice as many "
          "cells across and up, 0 and 1 are the lower parts, 1 and 3 those on the right",
          q, words(cells[i]), words(found), words(right)));
    }
  }
  return {};
}

Refusal why_wrong_leaves(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules) {
  const std::vector<Cell> kept = sort(cells, rules).kept;
  const auto leaves = run.result<Leaf>(0);
  const int count = run.result<int>(1)[0];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool divided = run.result<Cell>(2)[4 * i].level != -1;
    if (divided == must_be_divided(rules, cells[i])) continue;
    return because(fmt::format("the cell {} was {}, as must_divide answers (the first task): {}{}",
                               words(cells[i]), divided ? "divided" : "kept",
                               why_it_must(rules, cells[i]), likely_mistake(rules, cells[i])));
  }
  if (count != static_cast<int>(kept.size())) {
    return because(fmt::format(
        "*count is {}; of the {} cells {} must not be divided and become leaves. Blocks count "
        "into one number, so each adds 1 atomically, and one thread of a block does",
        count, cells.size(), kept.size()));
  }
  for (const Cell& cell : kept) {
    int times = 0;
    for (int i = 0; i < count; ++i) times += leaves[i].cell == cell ? 1 : 0;
    if (times == 1) continue;
    return because(fmt::format(
        "the cell {} is {} times among the {} leaves. Each leaf needs a place that nobody else "
        "takes: the value that atomicAdd returns is one",
        words(cell), times, count));
  }
  for (int i = 0; i < count; ++i) {
    const std::string why = why_wrong_corners(leaves[i], rules.field);
    if (!why.empty()) return because(why);
  }
  return {};
}

const Rules kSomeRules{kFront, kTolerance, 1, 7, kPool};

TEST(AdaptiveGrid, PartsTileTheirCell) {
  const std::vector<Cell> cells = cells_to(3);
  const Outcome run = run_parts(cells, kSomeRules);
  const auto judge = [&](const Outcome& o) {
    return o.finished() ? why_wrong_parts(o, cells, kSomeRules) : Refusal{};
  };
  ASSERT_THAT(run, Judged("divides in four", judge, Cause::kEnding));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(2));
}

TEST(AdaptiveGrid, LeavesAreKept) {
  for (const Rules& rules : {kSomeRules, Rules{kObstacle, kTolerance, 1, 3, kPool}}) {
    const std::vector<Cell> cells = cells_to(3);
    const Outcome run = run_parts(cells, rules);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("keeps leaves",
                            [&](const Outcome& o) { return why_wrong_leaves(o, cells, rules); }));
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

// ---- Task 3: what a grid must be ----------------------------------------------------------------

Outcome run_grid(const Rules& rules) {
  return EXERCISE(adaptive_grid, output<Leaf>(cells_of_level(rules.max_level)), output<int>(1),
                  rules);
}

std::string what_is_wrong_with(const Leaf& leaf, int i, const Rules& rules) {
  const Cell& cell = leaf.cell;
  if (cell.level == -1) {
    return fmt::format(
        "leaves[{}] was never written, though *count counts it: who takes a place "
        "writes a leaf there",
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
        "is lost: was a launch refused, or a cell written down that nobody took?",
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
        return fmt::format("leaves[{}], the cell {}, lies over leaves[{}], the cell {}: {}", i,
                           words(cell), owner, words(leaves[owner].cell),
                           leaves[owner].cell == cell
                               ? "the same cell was worked on twice"
                               : "a cell was kept and divided, or parts are not where they belong");
      }
      owner = i;
    }
    return {};
  }

  const Rules& rules_;
  std::vector<int> owners_;
};

Refusal why_not_covered(const Outcome& run, const Rules& rules) {
  const int count = run.result<int>(1)[0], room = cells_of_level(rules.max_level);
  if (count == 0) return because("there are no leaves");
  if (count < 0 || count > room) {
    const std::string why = count < 0 ? "" : Cover(rules).why_twice(run.result<Leaf>(0), room);
    return because(fmt::format(
        "*count is {}, and the finest grid has only {} cells: cells are worked on several times{}",
        count, room, why.empty() ? "" : "; " + why));
  }
  return because(Cover(rules).why_not(run.result<Leaf>(0), count));
}

Judged Covers(const Rules& rules) {
  return {"covers the square",
          [&rules](const Outcome& run) { return why_not_covered(run, rules); }};
}

/// What is known of a leaf that does not tell the field at a point of its cell, though its corners
/// are near to the field's.
std::string why_badly_told(const Rules& rules, const Cell& cell, float u, float v) {
  if (must_be_divided(rules, cell))
    return "the cell should have been divided: " + why_it_must(rules, cell);
  float corners[4];
  for (int q = 0; q < 4; ++q) corners[q] = at_corner(rules.field, cell, q);
  const float told = told_by(corners, u, v);
  if (difference(field_in(rules.field, cell, u, v), told) <= 2 * rules.tolerance) {
    return fmt::format(
        "the field itself at the four corners would tell {}, so the leaf's corners are only nearly "
        "the field's. Most likely they are not the values of the probes there",
        words(told));
  }
  return fmt::format("at the cell's {} probes the largest difference is {:.4g}", kProbes,
                     error_of(rules.field, cell));
}

/// Why a leaf does not tell the field at some point of the finest grid; empty if it does.
std::string why_not_told(const Leaf& leaf, const Rules& rules) {
  std::string why = why_wrong_corners(leaf, rules.field);
  if (!why.empty() || leaf.cell.level == rules.max_level) return why;
  const int side = 1 << (rules.max_level - leaf.cell.level);
  for (int k = 0; k < (side + 1) * (side + 1); ++k) {
    const float u = static_cast<float>(k % (side + 1)) / static_cast<float>(side);
    const float v = static_cast<float>(k / (side + 1)) / static_cast<float>(side);
    const float value = field_in(rules.field, leaf.cell, u, v), told = told_by(leaf.corners, u, v);
    if (difference(value, told) <= 2 * rules.tolerance) continue;
    const float cell_side = side_of(leaf.cell);
    return fmt::format(
        "at ({}, {}) the field is {}, and the leaf of the cell {} tells {}. They may differ by "
        "twice the tolerance of {}; {}",
        (static_cast<float>(leaf.cell.x) + u) * cell_side,
        (static_cast<float>(leaf.cell.y) + v) * cell_side, words(value), words(leaf.cell),
        words(told), rules.tolerance, why_badly_told(rules, leaf.cell, u, v));
  }
  return {};
}

Refusal why_not_close(const Outcome& run, const Rules& rules) {
  const auto leaves = run.result<Leaf>(0);
  for (int i = 0; i < run.result<int>(1)[0]; ++i) {
    const std::string why = why_not_told(leaves[i], rules);
    if (!why.empty()) return because(why);
  }
  return {};
}

Judged TellsTheField(const Rules& rules) {
  return {"tells the field", [&rules](const Outcome& run) { return why_not_close(run, rules); }};
}

/// A leaf that is part of a cell that need not be divided, in words; without words if none is.
std::string finer_than_needed(const Outcome& run, const Rules& rules) {
  for (int i = 0; i < run.result<int>(1)[0]; ++i) {
    const Cell cell = run.result<Leaf>(0)[i].cell, whole{cell.level - 1, cell.x / 2, cell.y / 2};
    if (cell.level == 0 || must_be_divided(rules, whole)) continue;
    return fmt::format(
        ". leaves[{}], the cell {}, is a part of the cell {}, which need not be divided: {}. Does "
        "must_divide answer so, and is its answer followed for every cell, those of the beginning "
        "too?",
        i, words(cell), words(whole), why_it_must(rules, whole));
  }
  return {};
}

Refusal why_too_many(const Outcome& run, const Rules& rules) {
  const int count = run.result<int>(1)[0], needed = leaves_needed(rules);
  if (count <= needed + needed / 10) return {};
  return because(fmt::format(
      "there are {} leaves, {:.1f} % of the {} finest cells. If only those cells are divided that "
      "must be, there are {}, and a tenth more is allowed{}",
      count, 100.0 * count / cells_of_level(rules.max_level), cells_of_level(rules.max_level),
      needed, finer_than_needed(run, rules)));
}

Judged HasFewLeaves(const Rules& rules) {
  return {"has few leaves", [&rules](const Outcome& run) { return why_too_many(run, rules); }};
}

/// Cells on which blocks work several times make lists and leaves outgrow their room. Asked only
/// where an address is wrong; the words of that follow.
Refusal why_outgrown(const Outcome& run, const Rules& rules) {
  const Refusal wrong = why_not_clean(run);
  if (wrong.cause != Cause::kAddress || !run.finished()) return {};
  const int count = run.result<int>(1)[0], room = cells_of_level(rules.max_level);
  const std::string why =
      count < 0 ? "" : Cover(rules).why_twice(run.result<Leaf>(0), std::min(count, room));
  if (count <= room && why.empty()) return {};
  return {fmt::format(
              "cells are worked on several times: {}, so that a list or the leaves outgrow "
              "their room. What came of it:\n{}",
              why.empty()
                  ? fmt::format("*count is {}, and the finest grid has only {} cells", count, room)
                  : why,
              wrong.why),
          wrong.file, wrong.line, wrong.cause};
}

/// Finished, without a finding whose cause is best said in this lesson's words.
void expect_clean(const Outcome& run, const Rules& rules) {
  ASSERT_THAT(run, checks::NoFinding(
                       "missing-fence", "",
                       "what one block writes and a block of another grid reads needs an order: "
                       "the writer's launch, or a fence and an atomic of each block, after which "
                       "the one that comes last launches (M4)"));
  ASSERT_THAT(run, Judged("works on each cell once",
                          [&](const Outcome& o) { return why_outgrown(o, rules); }))
      << words(rules);
  ASSERT_THAT(run, FinishedCleanly()) << words(rules);
  ASSERT_THAT(run, ReturnsNoError()) << words(rules);
}

/// A right grid, in every respect.
void expect_grid(const Rules& rules) {
  if (testing::Test::HasFatalFailure()) return;  // the first wrong grid says enough
  const Outcome run = run_grid(rules);
  expect_clean(run, rules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Covers(rules)) << words(rules);
  ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
  ASSERT_THAT(run, HasFewLeaves(rules)) << words(rules);
  expect_made_on_the_device(run);
}

const Rules kFrontRules{kFront, kTolerance, 2, 6, kPool};

// ---- Task 3: the checks -------------------------------------------------------------------------

/// Covers the square. Where it does not, that is as telling as a time limit that larger grids meet.
void expect_small_cover(const Rules& rules) {
  const Outcome run = run_grid(rules);
  expect_clean(run, rules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Judged(
                       "covers the square",
                       [&](const Outcome& o) { return why_not_covered(o, rules); }, Cause::kEnding))
      << words(rules);
  expect_made_on_the_device(run);
}

TEST(AdaptiveGrid, LeavesCoverTheSquare) {
  // The first is so small that cells worked on again and again take no long time; then one that is
  // divided everywhere; the last is of few cells, and of all levels that there can be.
  const Rules tiny{kFront, kTolerance, 0, 2, kPool};
  expect_small_cover(tiny);
  if (HasFatalFailure()) return;
  for (const Rules& rules : {kFrontRules, Rules{kFront, kTolerance, 0, 5, kPool},
                             Rules{kPole, 0, 0, 5, kPool}, Rules{kPole, 0.2f, 0, 7, kPool}}) {
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

TEST(AdaptiveGrid, LeavesTellTheField) {
  for (const float tolerance : {kTolerance, 0.2f}) {
    const Rules rules{kFront, tolerance, 2, 6, kPool};
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules));
    ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

TEST(AdaptiveGrid, LeavesAreFew) {
  for (const Rules& rules :
       {kFrontRules, Rules{kFront, kTolerance, 2, 7, 4096}, Rules{kConstant, 0, 0, 6, kPool},
        Rules{kSlope, kTolerance, 0, 6, kPool}, Rules{kStep, 0.75f, 3, 6, kPool}}) {
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_THAT(run, HasFewLeaves(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

TEST(AdaptiveGrid, OddFields) {
  for (const Field field : {kStep, kObstacle, kPole, kNowhere}) {
    expect_grid({field, kTolerance, 0, 6, kPool});
    expect_grid({field, kTolerance, 2, 4, kPool});
  }
  expect_grid({kNeedle, kTolerance, 4, 7, kPool});
}

TEST(AdaptiveGrid, DepthIsLimited) {
  for (const int max_level : {0, 1, 2, 3}) expect_grid({kFront, kTolerance, 0, max_level, kPool});
  for (const int max_level : {1, 4}) expect_grid({kPole, 0, 1, max_level, kPool});
  const CalledTwice twice;
  expect_grid({kFront, kTolerance, 0, 3, kPool});
}

Refusal why_not_uniform(const Outcome& run, int level) {
  const int count = run.result<int>(1)[0], all = cells_of_level(level);
  if (count == all) return {};
  return because(fmt::format("*count is {}; it should be {}, all cells of the level", count, all));
}

TEST(AdaptiveGrid, AsTheUniformGrid) {
  for (const int level : {0, 3, 5}) {
    const Rules rules{kFront, kTolerance, level, level, kPool};
    const Outcome uniform =
        EXERCISE(uniform_grid, output<Leaf>(cells_of_level(level)), output<int>(1), rules);
    ASSERT_THAT(uniform, FinishedCleanly());
    ASSERT_THAT(uniform, Covers(rules)) << "this is the uniform version, which is given";
    ASSERT_THAT(uniform, TellsTheField(rules)) << "this is the uniform version, which is given";
    const Outcome run = run_grid(rules);
    expect_clean(run, rules);
    if (HasFatalFailure()) return;
    ASSERT_THAT(run, Judged("has all cells",
                            [level](const Outcome& o) { return why_not_uniform(o, level); }))
        << words(rules);
    ASSERT_THAT(run, Covers(rules)) << words(rules);
    ASSERT_THAT(run, TellsTheField(rules)) << words(rules);
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

// Why leaves are wrong after a refused launch whose error the host did not get.
Refusal why_not_made_up(const Outcome& run, const Rules& rules) {
  for (const auto question : {why_not_covered, why_not_close, why_too_many}) {
    Refusal wrong = question(run, rules);
    if (wrong.why.empty()) continue;
    if (run.launches.refused().empty()) return wrong;
    const Launch& refused = run.launches.refused().front();
    wrong.why = fmt::format(
        "this launch of {} was refused with {} ({}){}. The block that launched must do the work of "
        "the refused grid itself; the parts that come of it are divided in turn, by further "
        "launches or by the same block. What is wrong now: {}",
        refused.kernel, refused.error_name, refused.error,
        refused.error == checks::kPoolIsFull.code ? ", as when the pool is full" : "", wrong.why);
    return {wrong.why, refused.file, refused.line, Cause::kCall};
  }
  return {};
}

const char* const kNoRoomAlone =
    "this happens when a launch is refused, as with a full pool (L2), to the block that does the "
    "work of the refused grid. If it keeps a stack of cells that are still to be looked at, it is "
    "too small: who divides a cell and goes on with one of its parts leaves three waiting, level "
    "after level down to max_level, which may be 7. From one cell of level 1 on these are up to "
    "1 + 3 * 6 cells at once";

// The error of a launch that was refused, which a program can only return if it has read it.
bool is_told_to_the_host(const Outcome& run) {
  return std::ranges::any_of(run.launches.refused(), [&](const Launch& refused) {
    return refused.error == run.returned<int>();
  });
}

// The leaves are right all the same, or the host is told that a launch was refused.
void expect_made_up(const Outcome& run, const Rules& rules, int number) {
  const std::string when =
      fmt::format("{}, and with launch {} of the device refused", words(rules), number);
  ASSERT_THAT(run, checks::NoFinding(
                       "missing-fence", "",
                       "the block that does the work of a refused launch reads what other blocks "
                       "have written: each block needs a fence before the atomic that says it is "
                       "done, and the one that comes last another after it (M4)"))
      << when;
  if (!run.launches.refused().empty()) {
    ASSERT_THAT(run, checks::NoFinding("out-of-bounds", "", kNoRoomAlone)) << when;
  }
  ASSERT_THAT(run, FinishedCleanly()) << when;
  if (is_told_to_the_host(run)) return;
  ASSERT_THAT(run, ReturnsNoError()) << when;
  ASSERT_THAT(run,
              Judged("loses nothing", [&](const Outcome& o) { return why_not_made_up(o, rules); }))
      << when;
  expect_made_on_the_device(run);
}

// The launches with these numbers, in rising order; who launches less often has none to refuse.
void expect_each_made_up(const Rules& rules, std::initializer_list<int> numbers,
                         const checks::LaunchError& error = checks::kPoolIsFull) {
  for (const int number : numbers) {
    if (testing::Test::HasFatalFailure()) return;
    const Outcome run = checks::run_refusing(
        number, [&] { return run_grid(rules); }, error);
    expect_made_up(run, rules, number);
    if (run.launches.refused().empty()) return;
  }
}

TEST(AdaptiveGrid, NothingIsLost) {
  for (const int few : {32, 100, 2048}) {
    const int pool = places_in_pool(few);
    expect_grid({kFront, kTolerance, 0, 5, pool});
    expect_grid({kObstacle, kTolerance, 3, 6, pool});
  }
  // Cells of all levels: of one launch per level the first, one between and the last. Who makes up
  // for the first depth first has as many cells waiting as there can be: those along the step are
  // upper right parts, level after level, those between the needle and the middle are of any place.
  expect_each_made_up({kStep, kTolerance, 0, 7, kPool}, {1, 4, 7});
  expect_each_made_up({kNeedle, 3e-6f, 0, 7, kPool}, {1});
  expect_each_made_up({kFront, 0.2f, 1, 4, kPool}, {1, 2});
  // Whoever returns 69 without having read it is wrong here.
  expect_each_made_up({kFront, 0.2f, 1, 4, kPool}, {1, 2}, checks::kTooFewResources);
}

// Copies of arrays that the host makes before all is done, and memory that it shares with kernels.
Refusal why_host_helps(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    const bool copies = call.name.starts_with("cudaMemcpy") && call.launches_before == 0 &&
                        call.name.find("Symbol") == std::string::npos;
    const bool shares = call.name == "cudaMallocManaged" || call.name == "cudaMallocHost" ||
                        call.name == "cudaHostAlloc" || call.name == "cudaHostRegister";
    if (!copies && !shares) continue;
    return {
        fmt::format("the host calls {}{}: it launches one grid and copies nothing before all is "
                    "complete, so what the grid works on is found out by the device itself",
                    call.name, copies ? " before the launch" : ""),
        call.file, call.line, Cause::kCall};
  }
  return {};
}

TEST(AdaptiveGrid, OneLaunchByTheHost) {
  NEEDS_EMULATOR();
  const Outcome run = run_grid(kFrontRules);
  ASSERT_THAT(run.launches, HostLaunchCount(1))
      << "the host starts the work and hears of it again when all is done";
  ASSERT_THAT(run, ReportMatcher("works on the device", why_host_helps));
  ASSERT_THAT(run, Covers(kFrontRules));
  EXPECT_THAT(run, FinishedCleanly());
  expect_made_on_the_device(run);
}

TEST(AdaptiveGrid, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Rules roomy{kFront, kTolerance, 1, 5, kPool}, tight{kFront, kTolerance, 1, 5, 32};
  const Outcome run = run_grid(roomy);
  ASSERT_THAT(run, Covers(roomy)) << words(roomy);
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  EXPECT_THAT(run_grid(tight).launches, EveryLaunchChecked()) << words(tight);
  ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  checks::expect_host_errors_returned(run.launches, [&] { return run_grid(roomy); });
}

// Large enough for launches to tell, and a pool that refuses nobody.
const Rules kSpeedRules{kFront, 0.005f, 2, 7, 8192};

// What a fire-and-forget child for each part takes for them on the virtual clock. That a program
// which does so fails here is shown by a mistake of the lesson.
constexpr double kChildACell = 1240;

void expect_faster(double times) {
  const Outcome run = run_grid(kSpeedRules);
  expect_clean(run, kSpeedRules);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_THAT(run, Covers(kSpeedRules));
  ASSERT_THAT(run, TellsTheField(kSpeedRules));
  ASSERT_THAT(
      run,
      Judged("is fast",
             [times](const Outcome& o) -> Refusal {
               const double time = microseconds(o.launches);
               if (times * time <= kChildACell) return {};
               return because(fmt::format(
                   "this took {:.0f} µs on the virtual clock, by {} launches of the device. A "
                   "fire-and-forget child for each part takes {:.0f} µs, and this is to be {} "
                   "times as fast: at most {:.0f} µs. How many cells does a launch serve, and how "
                   "many blocks work at once?",
                   time, o.launches.size() - 1, kChildACell, times, kChildACell / times));
             }))
      << words(kSpeedRules) << fmt::format(", and a tolerance of {}", kSpeedRules.tolerance);
  expect_made_on_the_device(run);
}

TEST(AdaptiveGrid, ThreeTimesAsFastAsAChildACell) {
  NEEDS_EMULATOR();
  expect_faster(3);
}

TEST(AdaptiveGrid, SixTimesAsFastAsAChildACell) {
  NEEDS_EMULATOR();
  expect_faster(6);
}

}  // namespace
