// A matcher class of your own ends in answer(), which passes its message and the place in the
// exercise to the student. Most checks need no class: a LaunchesMatcher or a ReportMatcher takes a
// lambda.
//
//     class IsSorted {
//      public:
//       using is_gtest_matcher = void;
//       bool MatchAndExplain(const Array<int>& a, testing::MatchResultListener* listener) const {
//         if (std::ranges::is_sorted(a)) return true;
//         return answer({a.name() + " is not sorted"}, listener);
//       }
//       void DescribeTo(std::ostream* os) const { *os << "is sorted"; }
//       void DescribeNegationTo(std::ostream* os) const { *os << "is not sorted"; }
//     };
#pragma once

#include <gmock/gmock.h>

#include "base/cause.h"
#include "harness/matchers/refusal.h"
#include "harness/running/running_test.h"

namespace harness {

/// Ends MatchAndExplain(): passes a refusal to GoogleTest and to the results.
/// @param refusal  why the matcher does not hold; empty if it holds
/// @param listener  what GoogleTest passed to MatchAndExplain()
/// @param kind  the cause of a refusal that has none of its own (`base/cause.h`)
/// @return true if the refusal is empty
inline bool answer(const Refusal& refusal, testing::MatchResultListener* listener,
                   Cause kind = Cause::kValue) {
  if (refusal.why.empty()) return true;
  *listener << refusal.why;
  if (listener->IsInterested()) {
    running_test().explained(refusal.why, refusal.file, refusal.line, refusal.cause.value_or(kind));
  }
  return false;
}

}  // namespace harness
