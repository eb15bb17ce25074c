// Returned() and ReturnedNear() test the value that the entry point returned.
//
//     EXPECT_THAT(run, Returned(0));
//     EXPECT_THAT(run, ReturnedNear(0.5, 1e-6));
#pragma once

#include <cmath>
#include <concepts>
#include <string>

#include "harness/matchers/matcher.h"
#include "harness/outcome.h"
#include "harness/text.h"

namespace harness {

/// @cond

/// A value, and how near is near enough. Take it from Returned() and ReturnedNear().
template <class T>
class ReturnedMatcher {
 public:
  using is_gtest_matcher = void;
  ReturnedMatcher(T expected, double tolerance) : expected_(expected), tolerance_(tolerance) {}

  bool MatchAndExplain(const Outcome& run, testing::MatchResultListener* listener) const {
    const T actual = run.returned<T>();
    if (is_right(actual)) return true;
    return answer(
        {run.entry_point + " returned " + show(actual) + "; it should return " + show(expected_),
         {},
         0},
        listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "returns " << show(expected_); }
  void DescribeNegationTo(std::ostream* os) const { *os << "returns another value"; }

 private:
  bool is_right(const T& actual) const {
    if constexpr (std::floating_point<T>) {
      if (tolerance_ > 0) return std::abs(double{actual} - double{expected_}) <= tolerance_;
    }
    return actual == expected_;
  }

  T expected_;
  double tolerance_;
};

/// @endcond

/// Holds if the entry point returned this value.
///
/// A run that did not return counts as 0.
/// @param expected  the value, with the type that exercise.h declares: `0L` for a `long`, `0U` for
/// an
///   `unsigned`; with another type, GraderError is thrown
/// @return a matcher of a run
template <class T>
ReturnedMatcher<T> Returned(T expected) {
  return {expected, 0.0};
}
/// Holds if the entry point returned a number within a tolerance.
///
/// NaN is never within it.
/// @param expected  the number, with the type that exercise.h declares
/// @param tolerance  largest absolute difference; 0: the number must be equal
/// @return a matcher of a run
template <std::floating_point T>
ReturnedMatcher<T> ReturnedNear(T expected, double tolerance) {
  return {expected, tolerance};
}

}  // namespace harness
