// What a result is asked.
//
// Where a value comes to stand among its equals is free, and so is which grid sorts what: the
// checks of lesson 13 ask whether the result is sorted and has the bits that went in.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "13-quicksort/floats.h"
#include "shared/judged.h"

namespace checks {

inline std::string show_float(float value) {
  if (std::isnan(value)) return "NaN";
  return value == 0 && std::signbit(value) ? "-0" : fmt::format("{}", value);
}

inline std::string times(int n) { return n == 1 ? "once" : fmt::format("{} times", n); }

// Empty if `values` has the bits of `given`, in any order.
inline std::string why_other_values(const Array<float>& values, const Floats& given) {
  std::map<std::uint32_t, int> more;  // how often more than before
  std::map<std::uint32_t, int> had;
  for (const float value : given) {
    --more[std::bit_cast<std::uint32_t>(value)];
    ++had[std::bit_cast<std::uint32_t>(value)];
  }
  for (std::size_t i = 0; i < values.size(); ++i) ++more[std::bit_cast<std::uint32_t>(values[i])];
  int lost = 0;
  std::string first;
  for (const auto& [bits, change] : more) {
    lost += std::max(0, -change);
    if (change == 0 || (!first.empty() && change > 0)) continue;
    first =
        fmt::format("{} was there {} and is there {} now", show_float(std::bit_cast<float>(bits)),
                    times(had[bits]), times(had[bits] + change));
  }
  if (lost == 0) return {};
  return fmt::format(
      "{} of {} values got lost, and others took their places: {}. Sorting and splitting only move "
      "values. Do two threads write the same place, does one read a place that another has already "
      "written, or are values written that only equal the lost ones?",
      lost, given.size(), first);
}

inline std::string why_not_sorted(const Array<float>& values, const Floats& given) {
  int wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = values.size(); i-- > 1;) {
    if (!before(values[i], values[i - 1])) continue;
    ++wrong;
    first = i;
  }
  if (wrong == 0) return {};
  std::string words = fmt::format(
      "{} is {} and {} is {}, which must come before it; of {} neighboring pairs {} are in the "
      "wrong order",
      values.element_name(first - 1), show_float(values[first - 1]), values.element_name(first),
      show_float(values[first]), values.size() - 1, wrong);
  bool as_given = true;
  for (std::size_t i = 0; i < values.size(); ++i)
    as_given &= std::bit_cast<std::uint32_t>(values[i]) == std::bit_cast<std::uint32_t>(given[i]);
  if (as_given) words += "\nall values are where they were before";
  if (std::isnan(values[first - 1])) words += "\na NaN comes after all numbers";
  return words;
}

// The first array of the run holds what was given, sorted.
inline Judged HasSorted(const Floats& given) {
  return {"has sorted the values", [given](const Outcome& run) -> Refusal {
            const auto values = run.result<float>(0);
            const std::string why = why_other_values(values, given);
            return because(why.empty() ? why_not_sorted(values, given) : why);
          }};
}

}  // namespace checks
