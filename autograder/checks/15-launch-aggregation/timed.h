// The time of a search on the virtual clock, beside that of another.
#pragma once

#include <string>
#include <utility>

#include "15-launch-aggregation/searches.h"
#include "shared/virtual_time.h"

namespace checks {

struct Timed {
  std::string words;
  double us = 0;
};

// `launches`: of its way, at least.
inline Timed timed(std::string words, const Outcome& run, int launches) {
  EXPECT_THAT(run.launches, LaunchCountBetween(launches, kMost, Child())) << words;
  return {std::move(words), microseconds(run.launches)};
}

// What another way takes, to compare with.
inline Timed compared(std::string words, const Outcome& run, int launches, double most) {
  EXPECT_THAT(run, TakesAtMost(most, words));
  return timed(std::move(words), run, launches);
}

// `fast` takes `factor` times less time than `slow`, at least.
inline Judged BeatsBy(double factor, const Timed& slow, const Timed& fast, const std::string& why) {
  return {"is faster", [=](const Outcome&) -> Refusal {
            if (fast.us * factor <= slow.us) return {};
            return because(
                "on the virtual clock {} takes {:.0f} µs and {} {:.0f} µs; the second should be at "
                "least {:.2f} times as fast: {}",
                slow.words, slow.us, fast.words, fast.us, factor, why);
          }};
}

// As on a card, few launch beyond it and nobody visits many alone.
constexpr Plan kTimed{32, 1, 8192};

}  // namespace checks
