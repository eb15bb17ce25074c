// The serial solver of lesson 25, bit by bit the same: a sum and a multiplication by 0.5 cannot be
// contracted.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace checks {

struct Solved {
  std::vector<float> cells;
  int steps = 0;
};

inline std::vector<float> start_cells(int n) {
  std::vector<float> cells(n);
  for (int i = 0; i < n; ++i) cells[i] = static_cast<float>(i * 29 % 17);
  cells.front() = 100;
  cells.back() = -50;
  return cells;
}

/// One step; returns the largest change.
inline float step_serially(const std::vector<float>& now, std::vector<float>& next) {
  float change = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool inner = i > 0 && i + 1 < now.size();
    next[i] = inner ? 0.5f * (now[i - 1] + now[i + 1]) : now[i];
    change = std::max(change, std::abs(next[i] - now[i]));
  }
  return change;
}

/// The largest change of step number `wanted`, counted from 1.
inline float change_of_step(std::vector<float> now, int wanted) {
  std::vector<float> next(now.size());
  float change = 0;
  for (int i = 0; i < wanted; ++i) {
    change = step_serially(now, next);
    std::swap(now, next);
  }
  return change;
}

inline Solved solve_serially(std::vector<float> now, float tolerance, int max_steps) {
  std::vector<float> next(now.size());
  float change = tolerance;
  int steps = 0;
  while (steps < max_steps && (steps == 0 || change >= tolerance)) {
    change = step_serially(now, next);
    std::swap(now, next);
    ++steps;
  }
  return {now, steps};
}

inline float roughness_of(const std::vector<float>& cells) {
  float sum = 0;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) sum += std::abs(cells[i + 1] - cells[i]);
  return sum;
}

}  // namespace checks
