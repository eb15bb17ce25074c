// The host's calls that succeeded, by the beginning of their names.
#pragma once

#include <algorithm>
#include <cstdlib>
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

/// How many bytes a copy of the host has: its words begin so, "1200 bytes from pinned memory to …".
/// 0 for another call, and for a copy of which nothing is told.
inline long long bytes_copied(const ApiCall& call) {
  return call.name.starts_with("cudaMemcpy") ? std::atoll(call.detail.c_str()) : 0;
}

/// A copy by the host, but for that of a variable which holds one number: so errors are read.
inline bool is_copy_of_an_array(const ApiCall& call) {
  constexpr int kOneNumber = 8;
  const bool is_number =
      call.name.find("Symbol") != std::string::npos && bytes_copied(call) <= kOneNumber;
  return call.name.starts_with("cudaMemcpy") && !is_number;
}

}  // namespace checks
