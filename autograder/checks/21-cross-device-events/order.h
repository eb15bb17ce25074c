// The order of grids on several devices, and a host that goes on at once.
//
// Arrows are looked for in what streams and events promise, so that one that the host kept by
// waiting, or that luck kept, is none.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
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

// Calls that return only when work is done, or tell whether it is.
constexpr std::array<std::string_view, 12> kHostWaits = {
    "cudaDeviceSynchronize", "cudaStreamSynchronize",
    "cudaEventSynchronize",  "cudaEventQuery",
    "cudaStreamQuery",       "cudaMemcpy",
    "cudaMemcpyPeer",        "cudaMemcpyToSymbol",
    "cudaMemcpyFromSymbol",  "cudaFree",
    "cudaFreeHost",          "cudaDeviceReset"};

inline Refusal why_host_waits(const Outcome& run) {
  std::vector<const Launch*> launches;
  for (const Launch& l : run.launches) {
    if (l.from_host()) launches.push_back(&l);
  }
  for (const ApiCall& call : run.host_calls) {
    if (std::ranges::find(kHostWaits, call.name) == kHostWaits.end()) continue;
    const auto next = std::ranges::find_if(
        launches, [&](const Launch* l) { return l->id > call.launches_before; });
    if (next == launches.begin() || next == launches.end()) continue;
    return refusal_at((*next),
                      "the host waits in {} between the launches of {} (line {}) and of {} (line "
                      "{}): meanwhile no device gets new work. Let a stream wait instead: record "
                      "an event behind the grid that is meant, and cudaStreamWaitEvent in the "
                      "stream that needs it; both return at once (E8, E9)",
                      call.name, launches[next - launches.begin() - 1]->kernel,
                      launches[next - launches.begin() - 1]->line, (*next)->kernel, (*next)->line);
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
