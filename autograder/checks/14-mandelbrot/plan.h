// What is to be computed to draw a picture by squares: found out from the flat picture of lesson
// 14, which the same dwell_of draws on the same device.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

constexpr int kBlock = 64, kFirst = 64, kSmallest = 8, kSide = 76, kMost = 16, kPool = 2048;
// A picture of one square of side 64, of which five pixels are there: each level has one square.
constexpr int kNarrow = 6;

// What a pixel belongs to.
enum class Part { kLine, kFill, kLeaf };

// What is to be computed to get a picture by squares, found out from the flat picture.
struct Plan {
  int fills = 0, leaves = 0, splits = 0;
  int fill_blocks = 0, leaf_blocks = 0;  // a thread for each pixel inside
  long long steps = 0;                   // of all lines and leaves
  int first_lines = 0;                   // pixels on them
  std::array<int, 4> squares{};          // with something inside or not, of each level
  std::vector<Part> parts;               // of each pixel
};

/// The lines around the first squares, and the border of the picture.
inline bool is_on_first_lines(int pixel, int side) {
  const int x = pixel % side, y = pixel / side, last = side - 1;
  return x % kFirst == 0 || y % kFirst == 0 || x == last || y == last;
}

class Planner {
 public:
  Planner(std::span<const int> flat, int side) : flat_(flat), side_(side) {
    plan_.parts.assign(flat.size(), Part::kLine);
    for (int i = 0; i < side * side; ++i) {
      if (!is_on_first_lines(i, side)) continue;
      plan_.steps += flat[i];
      ++plan_.first_lines;
    }
    if (side > 1) divide({0, 0, side - 1, side - 1}, kFirst, 0);
  }
  const Plan& plan() const { return plan_; }

 private:
  bool one_dwell(const Square& s) const {
    for (int y = s.top; y <= s.bottom; ++y) {
      for (int x = s.left; x <= s.right; ++x) {
        const bool border = x == s.left || x == s.right || y == s.top || y == s.bottom;
        if (border && flat_[y * side_ + x] != flat_[s.top * side_ + s.left]) return false;
      }
    }
    return true;
  }
  void divide(const Square& s, int side, int level) {
    for (int top = s.top; top < s.bottom; top += side) {
      for (int left = s.left; left < s.right; left += side) {
        look_at({left, top, std::min(left + side, s.right), std::min(top + side, s.bottom)}, side,
                level);
      }
    }
  }
  // The steps inside a square: of all pixels, or of the lines between its parts.
  void take_steps(const Square& s, int part) {
    for (int y = s.top + 1; y < s.bottom; ++y) {
      for (int x = s.left + 1; x < s.right; ++x) {
        const bool line = part == 1 || (x - s.left) % part == 0 || (y - s.top) % part == 0;
        if (line) plan_.steps += flat_[y * side_ + x];
      }
    }
  }
  void set_inside(const Square& s, Part part) {
    for (int y = s.top + 1; y < s.bottom; ++y)
      for (int x = s.left + 1; x < s.right; ++x) plan_.parts[y * side_ + x] = part;
  }
  void look_at(const Square& s, int side, int level) {
    ++plan_.squares[level];
    const int inside = (s.right - s.left - 1) * (s.bottom - s.top - 1);
    if (inside == 0) return;
    const int blocks = (inside + kBlock - 1) / kBlock;
    if (one_dwell(s)) {
      ++plan_.fills;
      plan_.fill_blocks += blocks;
      set_inside(s, Part::kFill);
    } else if (side == kSmallest) {
      ++plan_.leaves;
      plan_.leaf_blocks += blocks;
      set_inside(s, Part::kLeaf);
      take_steps(s, 1);
    } else {
      ++plan_.splits;
      take_steps(s, side / 2);
      divide(s, side / 2, level + 1);
    }
  }

  std::span<const int> flat_;
  int side_;
  Plan plan_;
};

}  // namespace checks
