// LaunchedInOrder(first, second): no two threads of a block launch these into one stream, the
// second of them first. A stream keeps the order of the launches, and nothing orders those of two
// threads.
#pragma once

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

inline bool keeps_order(const Launch& launch) {
  return launch.stream == Stream::kNull || launch.stream == Stream::kNamed;
}

inline Refusal why_launched_in_any_order(const Launches& launches, const LaunchPattern& first,
                                         const LaunchPattern& second) {
  for (const Launch& b : launches) {
    if (!second.matches(b)) continue;
    for (const Launch& a : launches) {
      if (a.parent != b.parent || a.parent_block != b.parent_block) continue;
      if (a.parent_thread == b.parent_thread || a.stream_id != b.stream_id) continue;
      if (!keeps_order(a) || !first.matches(a) || launches.ordered(a, b)) continue;
      return refusal_at(b, Cause::kOrder,
                        "thread {} launches {} (line {}) and thread {} launches {} into the same "
                        "stream. Nothing orders the two launches, so either can be first, and the "
                        "stream runs its grids in the order of the launches (S5). Let one thread "
                        "launch all of these grids, or put a barrier between the launches",
                        a.parent_thread.x, a.kernel, a.line, b.parent_thread.x, b.kernel);
    }
  }
  return {};
}

inline LaunchesMatcher LaunchedInOrder(const LaunchPattern& first, const LaunchPattern& second) {
  return {"launches in order", [first, second](const Launches& launches) {
            return why_launched_in_any_order(launches, first, second);
          }};
}

}  // namespace checks
