// LaunchedInOrder(first, second): no two threads of a block launch these into one stream, the
// second of them first. A stream keeps the order of the launches, and nothing orders those of two
// threads.
#pragma once

#include <fmt/format.h>

#include "harness/harness.h"

namespace checks {

inline bool keeps_order(const harness::Launch& launch) {
  return launch.stream == harness::Stream::kNull || launch.stream == harness::Stream::kNamed;
}

inline harness::Refusal why_launched_in_any_order(const harness::Launches& launches,
                                                  const harness::LaunchPattern& first,
                                                  const harness::LaunchPattern& second) {
  for (const harness::Launch& a : launches) {
    for (const harness::Launch& b : launches) {
      if (!first.matches(a) || !second.matches(b) || launches.ordered(a, b)) continue;
      if (a.parent != b.parent || a.parent_block != b.parent_block) continue;
      if (!keeps_order(a) || a.stream_id != b.stream_id) continue;
      if (a.parent_thread == b.parent_thread) continue;
      return {
          fmt::format("thread {} launches {} (line {}) and thread {} launches {} into the same "
                      "stream. Nothing orders the two launches, so either can be first, and the "
                      "stream runs its grids in the order of the launches (S5). Let one thread "
                      "launch all of these grids, or put a barrier between the launches",
                      a.parent_thread.x, a.kernel, a.line, b.parent_thread.x, b.kernel),
          b.file, b.line, Cause::kOrder};
    }
  }
  return {};
}

inline harness::LaunchesMatcher LaunchedInOrder(const harness::LaunchPattern& first,
                                                const harness::LaunchPattern& second) {
  return {"launches in order", [first, second](const harness::Launches& launches) {
            return why_launched_in_any_order(launches, first, second);
          }};
}

}  // namespace checks
