// Cells of lesson 16: what the rules say of one, in words, and of the corners of its leaf.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

constexpr float kTolerance = 0.02f;
constexpr int kPool = 2048, kThreads = 32;

inline const char* name_of(Field field) {
  static constexpr const char* kNames[] = {"kConstant", "kSlope", "kFront",  "kStep",
                                           "kObstacle", "kPole",  "kNeedle", "kNowhere"};
  return kNames[field];
}

inline std::string words(const Cell& cell) {
  return fmt::format("{{level {}, x {}, y {}}}", cell.level, cell.x, cell.y);
}

inline std::string words(float value) {
  return std::isnan(value) ? "NaN" : fmt::format("{}", value);
}

inline std::string words(const Rules& rules) {
  return fmt::format("with the field {}, first_level {}, max_level {} and a pool of {}",
                     name_of(rules.field), rules.first_level, rules.max_level, rules.pool);
}

inline bool operator==(const Cell& a, const Cell& b) {
  return a.level == b.level && a.x == b.x && a.y == b.y;
}

inline float side_of(const Cell& cell) { return 1.0f / static_cast<float>(1 << cell.level); }

/// The field at a point of a cell, u and v from 0 to 1.
inline float field_in(Field field, const Cell& cell, float u, float v) {
  const float side = side_of(cell);
  return field_at(field, (static_cast<float>(cell.x) + u) * side,
                  (static_cast<float>(cell.y) + v) * side);
}

inline float at_corner(Field field, const Cell& cell, int q) {
  return field_in(field, cell, static_cast<float>(q % 2), static_cast<float>(q / 2));
}

/// By how much a value differs from what corners tell; infinite if one of the two is no number.
inline float difference(float value, float expected) {
  if (std::isfinite(value) && std::isfinite(expected)) return std::abs(value - expected);
  return std::isfinite(value) == std::isfinite(expected) ? 0
                                                         : std::numeric_limits<float>::infinity();
}

/// The largest difference at a cell's probes.
inline float error_of(Field field, const Cell& cell) {
  float corners[4], error = 0;
  for (int q = 0; q < 4; ++q) corners[q] = at_corner(field, cell, q);
  for (int i = 0; i < kProbes; ++i) {
    const float u = static_cast<float>(i % kSide) / (kSide - 1);
    const float v = static_cast<float>(i / kSide) / (kSide - 1);
    error = std::max(error, difference(field_in(field, cell, u, v), bilerp(corners, u, v)));
  }
  return error;
}

inline bool must_be_divided(const Rules& rules, const Cell& cell) {
  if (cell.level < rules.first_level) return true;
  if (cell.level == rules.max_level) return false;
  return error_of(rules.field, cell) > rules.tolerance;
}

/// Whether a card that rounds otherwise may decide otherwise. Of these fields nothing is rounded.
inline bool is_close_call(const Rules& rules, const Cell& cell) {
  for (const Field exact : {kConstant, kSlope, kStep, kNowhere}) {
    if (rules.field == exact) return false;
  }
  return std::abs(error_of(rules.field, cell) - rules.tolerance) < 1e-4f;
}

inline Cell part(const Cell& cell, int q) {
  return {cell.level + 1, 2 * cell.x + q % 2, 2 * cell.y + q / 2};
}

/// How many leaves there are if just those cells are divided that must be.
inline int leaves_needed(const Rules& rules, const Cell& cell = {0, 0, 0}) {
  if (!must_be_divided(rules, cell)) return 1;
  int leaves = 0;
  for (int q = 0; q < 4; ++q) leaves += leaves_needed(rules, part(cell, q));
  return leaves;
}

inline std::vector<Cell> cells_of(int level) {
  std::vector<Cell> cells;
  for (int i = 0; i < cells_of_level(level); ++i) {
    cells.push_back({level, i % (1 << level), i >> level});
  }
  return cells;
}

inline std::vector<Cell> cells_to(int level) {
  std::vector<Cell> cells;
  for (int l = 0; l <= level; ++l) {
    const std::vector<Cell> more = cells_of(l);
    cells.insert(cells.end(), more.begin(), more.end());
  }
  return cells;
}

/// What the rules say of a cell, and nothing about the program.
inline std::string why_it_must(const Rules& rules, const Cell& cell) {
  if (cell.level == rules.max_level)
    return fmt::format("it is of max_level ({}), and such cells are never divided",
                       rules.max_level);
  if (cell.level < rules.first_level)
    return fmt::format("it is coarser than first_level ({}), and such cells are always divided",
                       rules.first_level);
  const float error = error_of(rules.field, cell);
  if (std::isinf(error)) {
    return "at some probe the field is finite and the interpolated value is not, or the other way "
           "round";
  }
  if (error > 0 || rules.field == kConstant || rules.field == kSlope) {
    return fmt::format("the largest difference at its {} probes is {:.4g}, and the tolerance is {}",
                       kProbes, error, rules.tolerance);
  }
  return "at no probe is the difference more than the tolerance; where neither the field nor the "
         "interpolated value is finite, they agree";
}

/// Of a cell that must_divide judges otherwise than the rules: why, most likely. May be empty.
inline std::string likely_mistake(const Rules& rules, const Cell& cell) {
  if (cell.level == rules.max_level || cell.level < rules.first_level) return {};
  const float error = error_of(rules.field, cell);
  if (std::isinf(error)) {
    return ". Most likely NaN or infinity is lost: a comparison with NaN is false, and fmaxf drops "
           "NaN. Test both values with isfinite";
  }
  if (error == rules.tolerance) {
    return ". A cell must be divided where the difference is more than the tolerance, and not "
           "where it is equal. Most likely the comparison is wrong: use >, not >=";
  }
  return {};
}

inline bool near(float a, float b) {
  if (!std::isfinite(b)) return !std::isfinite(a);
  return std::abs(a - b) <= 1e-4f * (1 + std::abs(b));
}

/// Why a leaf does not have its cell's corners; empty if it has.
inline std::string why_wrong_corners(const Leaf& leaf, Field field) {
  for (int q = 0; q < 4; ++q) {
    const float right = at_corner(field, leaf.cell, q);
    if (near(leaf.corners[q], right)) continue;
    return fmt::format(
        "the leaf of the cell {} has {} at corner {}, where the field is {}. The order of the "
        "corners is lower left, lower right, upper left, upper right",
        words(leaf.cell), words(leaf.corners[q]), q, words(right));
  }
  return {};
}

/// Grids wrote the leaves, and how many there are. Asked when their number is right.
inline void expect_made_on_the_device(const Outcome& run) {
  const auto count = static_cast<std::size_t>(run.result<int>(1)[0]);
  ASSERT_THAT(run, WroteResult(0).first(count).without_host_values());
  ASSERT_THAT(run, WroteResult(1));
}

}  // namespace checks
