// Returned(5): what the entry point itself gave back.
#pragma once

#include <cmath>
#include <concepts>
#include <string>

#include "harness/matchers/matcher.h"
#include "harness/outcome.h"
#include "harness/text.h"

namespace harness {

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

/// The entry point returned `expected`, of the very type that exercise.h declares.
template <class T>
ReturnedMatcher<T> Returned(T expected) {
  return {expected, 0.0};
}
/// The entry point returned `expected`, give or take `tolerance`. NaN is never near.
template <std::floating_point T>
ReturnedMatcher<T> ReturnedNear(T expected, double tolerance) {
  return {expected, tolerance};
}

}  // namespace harness
