// What the tasks of lesson 04 run: a child grid for each curve, for each tile of heights, and for
// the records that a block keeps on the heap.
#pragma once

#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

// Some grid was launched from the device, and the device had nothing to say against it.
inline void expect_clean_children(const Outcome& run) {
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, Contains(Child()));
}

inline Outcome run_curves(int curves, int points) {
  return EXERCISE(curves_of, output<int>(curves * points), curves, points);
}

constexpr int kTile = kTileHeights, kFine = kFineOfHeight, kFineTile = kTile * kFine;

inline Outcome run_refine(int tiles) {
  return EXERCISE(refine_terrain, output<int>(tiles * kFineTile), tiles);
}

constexpr int kTooLarge = 50000;  // records of 256 bytes: 12.8 MB, and the heap has 8

inline Outcome run_sums(const std::vector<int>& sizes, int rounds) {
  const int blocks = static_cast<int>(sizes.size());
  return EXERCISE(sums_of_products, output<int>(blocks), input(sizes), blocks, rounds);
}

}  // namespace checks
