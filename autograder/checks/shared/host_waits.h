// Where the host waits for grids, whatever the call is named: also a copy to pageable memory waits,
// in any of its forms, and a cudaFree.
#pragma once

#include <utility>

#include "harness/harness.h"

namespace checks {

inline bool waits_for_grids(const harness::HostWait& wait) {
  return wait.launches_before > 0 && (wait.everything || !wait.grids.empty());
}

// A call that tells whether work is done: who asks again and again waits, too.
inline bool asks_for_the_end(const harness::ApiCall& call) {
  return call.name == "cudaEventQuery" || call.name == "cudaStreamQuery";
}

// The host's last launch before so many launches, and its next; null, where one is missing.
inline std::pair<const harness::Launch*, const harness::Launch*> launches_around(
    const harness::Outcome& run, int launches_before) {
  const harness::Launch *last = nullptr, *next = nullptr;
  for (const harness::Launch& l : run.launches) {
    if (!l.from_host()) continue;
    if (l.id <= launches_before) last = &l;
    if (l.id > launches_before && next == nullptr) next = &l;
  }
  if (last == nullptr || next == nullptr) return {};
  return {last, next};
}

// The first wait between two launches of the host; null: none.
inline const harness::HostWait* wait_between_launches(const harness::Outcome& run) {
  for (const harness::HostWait& wait : run.report->host_waits)
    if (waits_for_grids(wait) && launches_around(run, wait.launches_before).second) return &wait;
  return nullptr;
}

}  // namespace checks
