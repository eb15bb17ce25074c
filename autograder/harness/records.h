// InAnyOrder() and EachOnce() test an array whose order is free, such as records that grids write
// as they come.
//
//     EXPECT_THAT(run.result<int>(0).first(kept.size()), InAnyOrder(kept));
//     EXPECT_THAT(run.result<int>(1), EachOnce(n));
//
// A record of floating-point numbers or with padding needs an `operator<` next to the check; other
// structs are compared by their bytes. A `PrintTo(const Record&, std::ostream*)` makes messages
// readable; structs of `int`s are printed by default.
#pragma once

#include <algorithm>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/array.h"
#include "harness/matchers/matcher.h"
#include "harness/matchers/record_order.h"
#include "harness/text.h"

namespace harness {

/// @cond

/// What of two collections does not pair up.
template <class T>
struct RecordDifference {
  std::vector<T> missing, unexpected;
};

template <class T>
RecordDifference<T> difference(std::vector<T> actual, std::vector<T> expected) {
  std::ranges::sort(actual, RecordOrder());
  std::ranges::sort(expected, RecordOrder());
  RecordDifference<T> result;
  std::ranges::set_difference(expected, actual, std::back_inserter(result.missing), RecordOrder());
  std::ranges::set_difference(actual, expected, std::back_inserter(result.unexpected),
                              RecordOrder());
  return result;
}

/// The same records as `expected`, each as often, in whatever order.
template <class T>
class InAnyOrderMatcher {
 public:
  using is_gtest_matcher = void;
  explicit InAnyOrderMatcher(std::vector<T> expected) : expected_(std::move(expected)) {}

  bool MatchAndExplain(const Array<T>& array, testing::MatchResultListener* listener) const {
    return answer({why(array), {}, 0}, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "holds the expected records, in any order"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "holds other records"; }

 private:
  std::string why(const Array<T>& array) const {
    const auto [missing, unexpected] = difference(array.to_vector(), expected_);
    if (missing.empty() && unexpected.empty()) return {};
    std::string words = first_fault(array, missing, unexpected);
    words += "\nof " + std::to_string(expected_.size()) + " expected records " +
             std::to_string(missing.size()) + (missing.size() == 1 ? " is" : " are") +
             " missing; " + array.name() + " holds " + std::to_string(unexpected.size()) +
             " that should not be there";
    const std::size_t unwritten = untouched(array);
    if (unwritten > 0) {
      words += "\n" + std::to_string(unwritten) + " of its " + std::to_string(array.size()) +
               " places were never written";
    }
    return words;
  }

  std::string first_fault(const Array<T>& array, const std::vector<T>& missing,
                          const std::vector<T>& unexpected) const {
    if (!missing.empty()) return show(missing.front()) + " is missing from " + array.name();
    const T& extra = unexpected.front();
    const auto same = [&](const T& t) {
      return !RecordOrder()(t, extra) && !RecordOrder()(extra, t);
    };
    const auto times = std::ranges::count_if(expected_, same);
    return show(extra) + (times == 0 ? " should not be in " : " is too often in ") + array.name();
  }

  std::size_t untouched(const Array<T>& array) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < array.size(); ++i) {
      count += array.is_output() && array.is_untouched(i) ? 1 : 0;
    }
    return count;
  }

  std::vector<T> expected_;
};

/// @endcond

/// Holds if the array has the same records as a list, each the same number of times.
///
/// The message names a record that is missing, or one too many.
/// @param expected  a range of records, in any order
/// @return a matcher of an array that came from Outcome::result()
template <std::ranges::range R>
InAnyOrderMatcher<std::ranges::range_value_t<R>> InAnyOrder(const R& expected) {
  return InAnyOrderMatcher<std::ranges::range_value_t<R>>(
      {std::ranges::begin(expected), std::ranges::end(expected)});
}

/// Asks what EachOnce() asks, for a matcher of your own.
/// @param values  the numbers that were found, one per element
/// @param wanted  how many numbers there should be: 0 … wanted - 1, each once
/// @param name  what messages call the array
/// @return "7 is there twice: at ticket[3] and ticket[9]; 5 is not there"; empty if each is there
/// once
std::string why_not_each_once(const std::vector<long long>& values, std::size_t wanted,
                              const std::string& name);

/// @cond

/// The matcher that EachOnce() makes.
class EachOnceMatcher {
 public:
  using is_gtest_matcher = void;
  explicit EachOnceMatcher(std::size_t count) : count_(count) {}

  template <class T>
  bool MatchAndExplain(const Array<T>& array, testing::MatchResultListener* listener) const {
    static_assert(std::is_integral_v<T>, "EachOnce() is for whole numbers");
    std::string why;
    for (std::size_t i = 0; i < array.size() && why.empty(); ++i) {
      if (array.is_output() && array.is_untouched(i))
        why = array.element_name(i) + " was never written";
    }
    const std::vector<long long> values(array.begin(), array.end());
    if (why.empty()) why = why_not_each_once(values, count_, array.name());
    // Poison may happen to be the number that belongs there.
    if (why_not_each_once(values, count_, array.name()).empty()) why.clear();
    return answer({why, {}, 0}, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "holds 0 … " << count_ << " - 1, each once"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "does not hold each number once"; }

 private:
  std::size_t count_;
};
/// @endcond

/// Holds if the array has each of the numbers 0 … `count` - 1 exactly once, in any order.
/// @param count  how many numbers there are
/// @return a matcher of an array of integers
inline EachOnceMatcher EachOnce(std::integral auto count) {
  return EachOnceMatcher(static_cast<std::size_t>(count));
}

}  // namespace harness
