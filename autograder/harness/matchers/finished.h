// FinishedCleanly() is the first question of nearly every check.
//
//     const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
//     ASSERT_THAT(run, FinishedCleanly());
//
// With `ASSERT_THAT`, a check stops if a run did not finish. With `EXPECT_THAT`, later matchers may
// name a more certain cause; then the student reads that one first.
#pragma once

#include "base/cause.h"
#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// Says how certainly a diagnostic names the cause of a failure.
///
/// For a matcher of your own that quotes a diagnostic.
/// @param rule  the diagnostic's rule: "race", "unchecked-launch", …
/// @return its cause; Cause::kEnding for an unknown rule
Cause cause_of(const std::string& rule);

/// Asks what FinishedCleanly() asks, without GoogleTest.
/// @param outcome  a run
/// @return why it did not finish cleanly, most certain cause first; empty if it did
Refusal why_not_clean(const Outcome& outcome);

/// Looks for a failed assert() of device code, which stopped the device.
/// @param outcome  a run
/// @return the assert and its line; empty if none failed
Refusal failed_assert(const Outcome& outcome);

/// Looks for a warning of the emulator that may explain wrong values.
/// @param outcome  a run
/// @return the warning and its line; empty if there is none
Refusal warning_of(const Outcome& outcome);

/// @cond

/// The matcher that FinishedCleanly() makes.
class FinishedCleanlyMatcher {
 public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const Outcome& outcome, testing::MatchResultListener* listener) const {
    return answer(why_not_clean(outcome), listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "finishes cleanly"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "does not finish cleanly"; }
};
/// @endcond

/// Holds if the run ended as it should.
///
/// The entry point returned, all grids completed, no CUDA error was left, and the emulator found no
/// error: no race, no bad address, no launch whose error was not checked. Warnings are allowed, and
/// so are refused launches whose error the exercise checked. On a GPU it tests the ending only.
/// @return a matcher of a run
inline FinishedCleanlyMatcher FinishedCleanly() { return {}; }

/// Writes a diagnostic with its places, for the message of a matcher.
/// @param diagnostic  what the emulator found
/// @return "exercise.cu:31: …; the other access is at exercise.cu:24"
std::string diagnostic_words(const Diagnostic& diagnostic);

}  // namespace harness
