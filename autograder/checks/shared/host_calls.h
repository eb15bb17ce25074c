// The host's calls that succeeded, by the beginning of their names.
#pragma once

#include <algorithm>
#include <string_view>

#include "harness/harness.h"

namespace checks {

using namespace harness;

inline bool succeeds(const ApiCall& call, std::string_view beginning) {
  return call.result == 0 && call.name.starts_with(beginning);
}

inline int successes(const Outcome& run, std::string_view beginning) {
  return static_cast<int>(std::ranges::count_if(
      run.host_calls, [&](const ApiCall& call) { return succeeds(call, beginning); }));
}

/// Null if there is none.
inline const ApiCall* first_success(const Outcome& run, std::string_view beginning) {
  const auto found = std::ranges::find_if(
      run.host_calls, [&](const ApiCall& call) { return succeeds(call, beginning); });
  return found == run.host_calls.end() ? nullptr : &*found;
}

}  // namespace checks
