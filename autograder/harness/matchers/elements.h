// Elements() and ElementsNear() compare an array element by element.
//
//     EXPECT_THAT(run.result<int>(0), Elements([](int i) { return 2 * i; })
//                                         .mistaking([](int i) { return i; }, "what fill wrote"));
//     EXPECT_THAT(run.result<float>(1), ElementsNear(serial_result, 1e-5));
//
// When it does not hold, the student reads the first wrong element, how many are wrong and where,
// and what they look like:
//
//     result[256] is 0; it should be 512
//     768 of 1024 elements are wrong: every one from 256 on
//     all of them are 0
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/array.h"
#include "harness/matchers/matcher.h"
#include "harness/matchers/record_order.h"
#include "harness/text.h"

namespace harness {

// Of the message; no check calls it.
/// @cond

/// "768 of 1024 elements are wrong: every one from 256 on". `wrong` is sorted and not empty.
std::string describe_wrong_places(const std::vector<std::size_t>& wrong, std::size_t size);

/// What the wrong elements look like, in the order in which a matcher asks.
struct Resemblance {
  bool untouched_output = false;  ///< all wrong ones hold poison
  bool untouched_inout = false;   ///< all hold what they held before the call
  bool added_to_poison = false;   ///< all hold what is right, added to what they held before
  bool shifted_left = false;      ///< element i holds what belongs to i + 1
  bool shifted_right = false;     ///< element i holds what belongs to i - 1
  bool zero = false;
  bool doubled = false;
  bool permuted = false;  ///< the right values in other places
};
std::string describe_resemblance(const Resemblance& resemblance);

/// A wrong value that people really get at each place, and the words for it.
struct Mistake {
  std::function<double(std::size_t)> value;
  std::string words;
};

/// @endcond

/// A matcher of an array with expected elements. Take it from Elements() or ElementsNear().
template <class Expected>
class ElementsMatcher {
 public:
  using is_gtest_matcher = void;

  /// @cond
  ElementsMatcher(Expected expected, double tolerance)
      : expected_(std::move(expected)), tolerance_(tolerance) {}
  /// @endcond

  /// Explains a wrong value that students often get.
  ///
  /// If every wrong element i equals mistake(i), the message adds "all of them look like" and
  /// `words`. It does not change what the matcher accepts. If several mistakes are given, the first
  /// that fits is named.
  /// @param mistake  a function from index to wrong value
  /// @param words  what the wrong value is, such as "what fill wrote, before the child ran"
  /// @return this matcher with the explanation
  template <class F>
  ElementsMatcher mistaking(F mistake, std::string words) const {
    ElementsMatcher copy = *this;
    copy.mistakes_.push_back(
        {[mistake](std::size_t i) { return static_cast<double>(mistake(static_cast<int>(i))); },
         std::move(words)});
    return copy;
  }

  template <class T>
  bool MatchAndExplain(const Array<T>& array, testing::MatchResultListener* listener) const {
    return answer({why(array), {}, 0}, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "holds the expected elements"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "holds other elements"; }

 private:
  template <class T>
  T expected(std::size_t i) const {
    if constexpr (std::ranges::range<Expected>) {
      return static_cast<T>(std::ranges::begin(expected_)[static_cast<std::ptrdiff_t>(i)]);
    } else {
      return static_cast<T>(expected_(static_cast<int>(i)));
    }
  }

  template <class T>
  bool is_right(const T& actual, const T& expected) const {
    if constexpr (std::floating_point<T>) {
      // Written so that a NaN is never near anything.
      if (tolerance_ > 0) return std::abs(double{actual} - double{expected}) <= tolerance_;
    }
    return is_equal(actual, expected);
  }

  template <class T>
  std::string why(const Array<T>& array) const {
    if constexpr (std::ranges::range<Expected>) {
      if (static_cast<std::size_t>(std::ranges::size(expected_)) != array.size()) {
        return array.name() + " has " + std::to_string(array.size()) + " elements instead of " +
               std::to_string(std::ranges::size(expected_));
      }
    }
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (!is_right(array[i], expected<T>(i))) wrong.push_back(i);
    }
    if (wrong.empty()) return {};
    std::string words = first_wrong(array, wrong.front());
    words += "\n" + describe_wrong_places(wrong, array.size());
    const std::string hint = resemblance(array, wrong);
    return hint.empty() ? words : words + "\n" + hint;
  }

  template <class T>
  std::string first_wrong(const Array<T>& array, std::size_t i) const {
    const std::string should = "it should be " + show(expected<T>(i));
    if (array.is_output() && array.is_untouched(i)) {
      return array.element_name(i) + " was never written; " + should;
    }
    std::string words = array.element_name(i) + " is " + show(array[i]) + "; " + should;
    if (tolerance_ > 0) words += " (give or take " + show(tolerance_) + ")";
    return words;
  }

  template <class T>
  std::string resemblance(const Array<T>& array, const std::vector<std::size_t>& wrong) const {
    const auto all = [&](auto holds) { return std::ranges::all_of(wrong, holds); };
    const auto untouched = [&](std::size_t i) { return array.is_untouched(i); };
    if constexpr (std::is_arithmetic_v<T>) {
      for (const Mistake& mistake : mistakes_) {
        const auto is_it = [&](std::size_t i) {
          return static_cast<double>(array[i]) == mistake.value(i);
        };
        if (all(is_it)) {
          return (wrong.size() == 1 ? "it looks like " : "all of them look like ") + mistake.words;
        }
      }
    }
    Resemblance r;
    // Of a single one, the first line has said so.
    r.untouched_output = wrong.size() > 1 && array.is_output() && all(untouched);
    r.untouched_inout = !array.is_output() && all(untouched);
    // Of fewer bits it might be chance.
    if constexpr (std::integral<T> && sizeof(T) >= sizeof(int)) {
      r.added_to_poison = array.is_output() &&
                          all([&](std::size_t i) { return array.has_grown_by(i, expected<T>(i)); });
    }
    if constexpr (std::is_arithmetic_v<T>) look_at_numbers(array, wrong, r);
    return describe_resemblance(r);
  }

  // A resemblance in one or two places would be chance.
  template <class T>
  void look_at_numbers(const Array<T>& array, const std::vector<std::size_t>& wrong,
                       Resemblance& r) const {
    if (wrong.size() < 3) return;
    const auto all = [&](auto holds) { return std::ranges::all_of(wrong, holds); };
    const auto belongs_to = [&](std::size_t i, std::size_t j) {
      return j < array.size() && is_right(array[i], expected<T>(j)) &&
             !is_right(expected<T>(i), expected<T>(j));
    };
    r.zero = all([&](std::size_t i) { return array[i] == T{}; });
    r.shifted_left =
        all([&](std::size_t i) { return i + 1 == array.size() || belongs_to(i, i + 1); });
    r.shifted_right = all([&](std::size_t i) { return i == 0 || belongs_to(i, i - 1); });
    r.doubled = all([&](std::size_t i) {
      return static_cast<double>(array[i]) == 2.0 * static_cast<double>(expected<T>(i));
    });
    r.permuted = is_permutation(array);
  }

  template <class T>
  bool is_permutation(const Array<T>& array) const {
    std::vector<T> actual = array.to_vector(), wanted(array.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = expected<T>(i);
    std::ranges::sort(actual);
    std::ranges::sort(wanted);
    return actual == wanted;
  }

  Expected expected_;
  double tolerance_;
  std::vector<Mistake> mistakes_;
};

/// Holds if every element has its expected value.
///
/// Structs that have no `==` are compared by their bytes.
/// @param expected  a function from index (`int`) to value, or a list (vector, array, span) that
///   must also have the length of the array
/// @return a matcher of an array that came from Outcome::result()
template <class Expected>
ElementsMatcher<std::decay_t<Expected>> Elements(Expected&& expected) {
  return {std::forward<Expected>(expected), 0.0};
}

/// Holds if every floating-point element is within a tolerance of its expected value.
///
/// NaN is never within it.
/// @param expected  a function from index (`int`) to value, or a list of the same length
/// @param tolerance  largest absolute difference, more than 0
/// @return a matcher of an array that came from Outcome::result()
template <class Expected>
ElementsMatcher<std::decay_t<Expected>> ElementsNear(Expected&& expected, double tolerance) {
  return {std::forward<Expected>(expected), tolerance};
}

}  // namespace harness
