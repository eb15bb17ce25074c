// What several tasks run: a split, and quicksort by grids.
#pragma once

#include "13-quicksort/floats.h"

namespace checks {

inline Outcome run_split(const Floats& values, float pivot) {
  return EXERCISE(split_in_three, inout(values), output<int>(1), output<int>(1),
                  static_cast<int>(values.size()), pivot);
}

inline Outcome run_quicksort(const Floats& values, int deepest = kDeepEnough,
                             int pool = kAllSlots) {
  return EXERCISE(sort_by_grids, inout(values), output<int>(1), static_cast<int>(values.size()),
                  deepest, pool);
}

// Grids moved every value that is not where it was. Which of them did is free, and so are kernels
// that help.
inline const WroteResult kGridsSorted(0);

/// Of so many values, most of them in parts that get a grid, the first grid splits and no more:
/// what it has put into the parts their grids read. It has one block of kBlock threads, as it is
/// given.
inline void expect_parts_handed_over(const Outcome& run, int n) {
  const LaunchPattern first = FromHost("quicksort");
  ASSERT_THAT(run.launches, EveryLaunch(first, first.with_grid(1).with_block(kBlock)))
      << "the host launches one block of kBlock threads";
  ASSERT_THAT(run, Reads("quicksort", "quicksort", static_cast<std::size_t>(n) / 2));
}

constexpr int kFewSlots = 32;

}  // namespace checks
