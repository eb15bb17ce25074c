// Independent(pattern, rules): no grid of that kind has to wait for another of that kind, whatever
// the schedule. What streams, events and tails demand counts, not this run's luck.
#pragma once

#include <string>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline Refusal why_not_independent(const Launches& launches, const LaunchPattern& pattern,
                                   const std::string& rules) {
  for (const Launch& second : launches) {
    if (!pattern.matches(second)) continue;
    for (const Launch& first : launches) {
      if (!pattern.matches(first) || !launches.ordered(first, second)) continue;
      return refusal_at(second, Cause::kOrder,
                        "{} (line {}) waits for {} (line {}); they should be free to run at the "
                        "same time ({})",
                        launch_words(second), second.line, launch_words(first), first.line, rules);
    }
  }
  return {};
}

/// `rules` are those that explain why they wait: "S1, S5".
inline LaunchesMatcher Independent(const LaunchPattern& pattern, const std::string& rules) {
  return {"grids that do not wait for one another",
          [pattern, rules](const Launches& l) { return why_not_independent(l, pattern, rules); }};
}

}  // namespace checks
