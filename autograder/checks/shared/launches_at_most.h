// LaunchesAtMost(count, pattern): the number of launches is what a lesson asks for, and another one
// is a launch by the wrong threads, whatever else it spoils. So it is told before wrong values and
// races.
#pragma once

#include <cstddef>

#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline Refusal why_other_number(const Launches& launches, const LaunchPattern& pattern,
                                std::size_t wanted) {
  const Launch* first = nullptr;
  std::size_t count = 0;
  for (const Launch& l : launches) {
    if (!pattern.matches(l)) continue;
    if (count++ == 0) first = &l;
  }
  if (count <= wanted) return {};  // one that is missing shows in the results
  return refusal_at(first, Cause::kCall, "{} of: {}; there should be {}",
                    counted(count, "launch", "launches"), pattern.words(), wanted);
}

/// No more than `count` launches are like `pattern`.
inline LaunchesMatcher LaunchesAtMost(std::size_t count, const LaunchPattern& pattern) {
  return {"launches no more grids than asked",
          [=](const Launches& launches) { return why_other_number(launches, pattern, count); }};
}

}  // namespace checks
