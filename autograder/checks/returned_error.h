// ReturnsNoError(): the entry points of these lessons return the first CUDA error that they met.
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/harness.h"

namespace checks {

/// What a CUDA error that an exercise returns means to its author.
inline std::string error_words(int error) {
  switch (error) {
    case 1:
      return "cudaErrorInvalidValue (1): an argument of a CUDA call is wrong";
    case 9:
      return "cudaErrorInvalidConfiguration (9): a launch asked for blocks or threads that no "
             "device "
             "has, or for none (K6)";
    case 69:
      return "cudaErrorLaunchPendingCountExceeded (69): more grids were waiting or running than "
             "the "
             "pool has places for, so a launch was dropped (L1, L2)";
    default:
      return fmt::format("CUDA error {}", error);
  }
}

/// The entry point returned 0.
class ReturnsNoErrorMatcher {
 public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const harness::Outcome& run, testing::MatchResultListener* listener) const {
    const int error = run.returned<int>();
    if (error == 0) return true;
    return harness::answer(
        {fmt::format("{} returned {}", run.entry_point, error_words(error)), {}, 0}, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "returns no CUDA error"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "returns a CUDA error"; }
};
inline ReturnsNoErrorMatcher ReturnsNoError() { return {}; }

}  // namespace checks
