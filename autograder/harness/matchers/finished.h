// FinishedCleanly(): the first question of nearly every check.
#pragma once

#include "base/cause.h"
#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// How surely what the emulator found under `rule` ("race", "unchecked-launch", …) names the cause.
Cause cause_of(const std::string& rule);

/// What keeps `outcome` from being clean, most telling cause first; empty when nothing does.
Refusal why_not_clean(const Outcome& outcome);

/// The assert of device code that has stopped the device, if there is one; else without words.
Refusal failed_assert(const Outcome& outcome);

/// A warning of the emulator's that explains wrong values, if there are any; else without words.
Refusal warning_of(const Outcome& outcome);

/// The entry point returned, the device came to rest, there was no CUDA error left over, and the
/// emulator found no broken rule of severity error (a race, a bad pointer, an unchecked launch …).
/// Warnings, and refused launches that the exercise looked at, are not its business.
class FinishedCleanlyMatcher {
 public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const Outcome& outcome, testing::MatchResultListener* listener) const {
    return answer(why_not_clean(outcome), listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "finishes cleanly"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "does not finish cleanly"; }
};
/// The first question of nearly every check: see FinishedCleanlyMatcher for what it asks.
inline FinishedCleanlyMatcher FinishedCleanly() { return {}; }

/// "exercise.cu:31: …; the other access is at exercise.cu:24"
std::string diagnostic_words(const Diagnostic& diagnostic);

}  // namespace harness
