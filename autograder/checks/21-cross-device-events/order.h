// The order of grids on several devices, and a host that goes on at once.
//
// Arrows are looked for in what streams and events promise, so that one that the host kept by
// waiting, or that luck kept, is none.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/host_waits.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace checks {

inline bool emulated() { return settings().device == DeviceKind::kEmulator; }

// With how many devices a check runs: on cards with those that NEEDS_DEVICES(2) found. Three of
// them, for what works with powers of two only.
inline std::vector<int> device_counts() {
  return emulated() ? std::vector{1, 2, 3, 8} : std::vector{1, 2};
}

// The emulator gives the next run so many devices.
inline void give_devices(int count) {
  if (emulated()) test_settings().devices = count;
}

inline Refusal why_host_waits(const Outcome& run) {
  std::vector<std::pair<std::string, int>> waits;
  for (const HostWait& wait : run.report->host_waits)
    if (waits_for_grids(wait)) waits.emplace_back(wait.name, wait.launches_before);
  for (const ApiCall& call : run.host_calls)
    if (asks_for_the_end(call)) waits.emplace_back(call.name, call.launches_before);
  for (const auto& [name, launches_before] : waits) {
    const auto [last, next] = launches_around(run, launches_before);
    if (next == nullptr) continue;
    return refusal_at(*next,
                      "the host waits in {} between the launches of {} (line {}) and of {} (line "
                      "{}): meanwhile no device gets new work. Let a stream wait instead: record "
                      "an event after the grid in question, and call cudaStreamWaitEvent for the "
                      "stream that needs it; both return at once (E8, E9)",
                      name, last->kernel, last->line, next->kernel, next->line);
  }
  return {};
}

inline ReportMatcher HostNeverWaits() {
  return {"the host does not wait before it has launched everything", why_host_waits};
}

// What every look at the order of grids begins with: what else is wrong would only be its shadow.
#define ASSERT_ORDER_CAN_BE_SEEN(run)              \
  ASSERT_THAT(run.launches, Contains(FromHost())); \
  ASSERT_THAT(run, Keeps("device-api"));           \
  ASSERT_THAT(run, ReturnsNoError());              \
  ASSERT_THAT(run, HostNeverWaits())

}  // namespace checks
