// LaunchesAtMost(count, pattern): the number of launches is what a lesson asks for, and another one
// is a launch by the wrong threads, whatever else it spoils. So it is told before wrong values and
// races.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "harness/harness.h"
#include "harness/text.h"

namespace checks {

inline harness::Refusal why_other_number(const harness::Launches& launches,
                                         const harness::LaunchPattern& pattern,
                                         std::size_t wanted) {
  const harness::Launch* first = nullptr;
  std::size_t count = 0;
  for (const harness::Launch& l : launches) {
    if (!pattern.matches(l)) continue;
    if (count++ == 0) first = &l;
  }
  if (count <= wanted) return {};  // one that is missing shows in the results
  return {fmt::format("{} of: {}; there should be {}",
                      harness::counted(count, "launch", "launches"), pattern.words(), wanted),
          first->file, first->line, Cause::kCall};
}

/// No more than `count` launches are like `pattern`.
inline harness::LaunchesMatcher LaunchesAtMost(std::size_t count,
                                               const harness::LaunchPattern& pattern) {
  return {"launches no more grids than asked", [=](const harness::Launches& launches) {
            return why_other_number(launches, pattern, count);
          }};
}

}  // namespace checks
