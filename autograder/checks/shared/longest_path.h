// NoPathLongerThan(most, what): each grid does the work of one grid. Where one does the work of all
// and the others are launched for show, the results are right, and so are the launches; but some
// thread of it takes very many steps.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// Cycles of the virtual clock, launches aside; at least three times those of the slowest grid
/// known to be right.
using MostCycles = std::function<std::int64_t(const Launch&)>;

/// Of launches that are not asked about.
constexpr std::int64_t kNoMost = std::numeric_limits<std::int64_t>::max();

/// `what` says what a grid is to do.
inline LaunchesMatcher NoPathLongerThan(MostCycles most, std::string what) {
  return {"no grid does the work of others",
          [most = std::move(most), what = std::move(what)](const Launches& launches) -> Refusal {
            for (const Launch& launch : launches) {
              if (launch.path_cycles <= most(launch)) continue;
              return refusal_at(launch, Cause::kValue,
                                "{} is at work for {} cycles of the virtual clock, not counting "
                                "launches; a grid that does only its part takes less than {}. {}",
                                launch_words(launch), launch.path_cycles, most(launch), what);
            }
            return {};
          }};
}

}  // namespace checks
