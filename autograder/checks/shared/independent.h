// Independent(pattern, rules): no grid of that kind has to wait for another of that kind, whatever
// the schedule. What streams, events and tails demand counts, not this run's luck.
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/harness.h"

namespace checks {

inline harness::Refusal why_not_independent(const harness::Launches& launches,
                                            const harness::LaunchPattern& pattern,
                                            const std::string& rules) {
  for (const harness::Launch& first : launches) {
    for (const harness::Launch& second : launches) {
      if (!pattern.matches(first) || !pattern.matches(second)) continue;
      if (!launches.ordered(first, second)) continue;
      return {
          fmt::format("{} (line {}) waits for {} (line {}); they should be free to run at the "
                      "same time ({})",
                      launch_words(second), second.line, launch_words(first), first.line, rules),
          second.file, second.line, Cause::kOrder};
    }
  }
  return {};
}

/// `rules` are those that explain why they wait: "S1, S5".
inline harness::LaunchesMatcher Independent(const harness::LaunchPattern& pattern,
                                            const std::string& rules) {
  return {"grids that do not wait for one another", [pattern, rules](const harness::Launches& l) {
            return why_not_independent(l, pattern, rules);
          }};
}

}  // namespace checks
