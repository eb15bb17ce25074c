// What the tasks of lesson 10 run: three grids and a fourth, a solver that steps until its cells
// are still, and the slopes of tiles.
#pragma once

#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

inline Outcome run_sum() { return EXERCISE(sum_of_three, output<int>(500), 500); }

inline std::vector<float> start_cells(int n) {
  std::vector<float> cells(n);
  for (int i = 0; i < n; ++i) cells[i] = static_cast<float>(i * 29 % 17);
  cells.front() = 100;
  cells.back() = -50;
  return cells;
}

inline Outcome run_solver(const std::vector<float>& start, float tolerance, int max_steps) {
  return EXERCISE(relax_until_still, inout(start), output<int>(1), static_cast<int>(start.size()),
                  tolerance, max_steps);
}

constexpr int kTile = 128;

inline Outcome run_slopes(int tiles) {
  return EXERCISE(slopes_of_tiles, output<int>(tiles * kTile), tiles);
}

}  // namespace checks
