// What a check need not repeat under every schedule: cases that differ in their sizes.
#pragma once

#include <initializer_list>
#include <iterator>
#include <vector>

#include "harness/running/settings.h"

namespace harness {

/// The case for a schedule other than `late`.
///
/// Even and odd seeds are of different kinds (docs/emulator.md), and each kind meets every case: of
/// an even number of cases, those that had an even seed in one turn have an odd one in the next.
/// @param count  how many cases there are, at least 1
/// @return an index below `count`: another one for each of `count` seeds, from a multiple of it on
inline std::size_t case_of(const Schedule& schedule, std::size_t count) {
  const std::size_t turn = schedule.seed / count;
  return (schedule.seed + (count % 2 == 0 ? turn : 0)) % count;
}

/// Says whether all cases are tried under the present schedule: for what need not be tried again
/// under another one, such as a comparison of times on the virtual clock.
///
///     if (!tries_all_cases()) return;
///
/// @return true under `late` and on a GPU
inline bool tries_all_cases() { return test_settings().schedule.name == "late"; }

/// Chooses the cases of a check under the present schedule.
///
///     for (const int n : some_of({6, 1, 1100})) ...
///
/// `late` finds nearly all mistakes, since the race checker need not see the wrong order (what it
/// misses: docs/mutants.md). So the other schedules try the order with one case each, in turn.
/// @param cases  at least one
/// @return all of them under `late` and on a GPU, else one of them
template <class Range>
auto some_of(const Range& cases) {
  using Case = std::iter_value_t<decltype(std::begin(cases))>;
  std::vector<Case> all(std::begin(cases), std::end(cases));
  if (tries_all_cases()) return all;
  return std::vector<Case>{all[case_of(test_settings().schedule, all.size())]};
}
template <class Case>
std::vector<Case> some_of(std::initializer_list<Case> cases) {
  return some_of<std::initializer_list<Case>>(cases);
}

}  // namespace harness
