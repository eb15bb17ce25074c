// What the tasks run: a diamond of four grids, rows that are blended, and tiles of a table.
#pragma once

#include <vector>

#include "09-events/edges.h"

namespace checks {

inline Outcome run_diamond(int n) { return EXERCISE(diamond, output<int>(n), n); }

inline Outcome run_rows(int rows, int width) {
  return EXERCISE(blend_rows, output<int>(rows * width), rows, width);
}

constexpr int kTile = 16;

inline std::vector<int> sequence(int n, int factor) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * i * factor % 13 % 4;
  return values;
}

inline Outcome run_distances(const std::vector<int>& a, const std::vector<int>& b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  return EXERCISE(edit_distances, output<int>((n + 1) * (m + 1)), input(a), input(b), n, m);
}

inline Outcome run_tiles(int rows, int columns) {
  return run_distances(sequence(rows * kTile, 3), sequence(columns * kTile - 5, 5));
}

}  // namespace checks
