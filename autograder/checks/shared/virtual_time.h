// What a run takes on the emulator's virtual clock, which is the same on every machine. A check
// that compares two ways of one exercise also bounds the slower one with TakesAtMost: a program
// could make one way look fast by making the other slow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// From the start of the first grid to the end of the last; 0 if there is none.
inline double microseconds(const Launches& launches) {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0;
  for (const Launch& launch : launches) {
    begin = std::min(begin, launch.start_ns);
    end = std::max(end, launch.end_ns);
  }
  return launches.empty() ? 0 : static_cast<double>(end - begin) / 1000;
}

/// `way` takes no longer than `most` microseconds: half as long again as the slowest one known to
/// be right.
inline Judged TakesAtMost(double most, std::string way) {
  return {"is no slower than it has to be",
          [most, way = std::move(way)](const Outcome& run) -> Refusal {
            const double time = microseconds(run.launches);
            if (time <= most) return {};
            return because(
                "on the virtual clock {} takes {:.0f} µs; one that does only what the task says "
                "takes less than {:.0f} µs, and others are compared with it",
                way, time, most);
          }};
}

}  // namespace checks
