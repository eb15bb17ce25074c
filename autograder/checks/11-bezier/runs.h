// What the tasks run: one way to draw after the other.
#pragma once

#include <vector>

#include "11-bezier/lines.h"

namespace checks {

inline Outcome run_flat(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_flat, output<Point>(n * kMostPoints), output<int>(n), input(lines), n);
}

inline Outcome run_serial(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_serially, output<Point>(n * kMostPoints), output<int>(n), input(lines), n);
}

inline Outcome run_children(const std::vector<Line>& lines, int slots = kManySlots,
                            bool heap_is_full = false) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_with_children, output<Point>(n * kMostPoints), output<int>(n),
                  output<int>(1), input(lines), n, slots, heap_is_full ? 1 : 0);
}

inline Outcome run_unrefused(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_without_refusal, output<Point>(n * kMostPoints), output<int>(n),
                  output<int>(1), output<int>(1), input(lines), n);
}

inline Outcome run_beside(const std::vector<Line>& lines, int slots = kManySlots) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_side_by_side, output<Point>(n * kMostPoints), output<int>(n), output<int>(1),
                  input(lines), n, slots);
}

constexpr int kTimedLines = 1024;
constexpr double kMostMicroseconds = 600;

inline Outcome run_blocks(const std::vector<Line>& lines, int slots = kManySlots) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_block_by_block, output<Point>(n * kMostPoints), output<int>(n),
                  output<int>(1), input(lines), n, slots);
}

}  // namespace checks
