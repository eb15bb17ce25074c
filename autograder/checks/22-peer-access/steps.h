// Steps of neighbours: a strip waits for the step before of the strips above and below it, and the
// host for none.
#pragma once

#include <algorithm>
#include <vector>

#include "22-peer-access/field.h"
#include "shared/host_waits.h"

namespace checks {

inline bool at_once(const Launch& one, const Launch& other) {
  return one.start_ns < other.end_ns && other.start_ns < one.end_ns;
}

// Of how many grids of the first list one of the second runs at the same time.
inline int beside(const std::vector<const Launch*>& some,
                  const std::vector<const Launch*>& others) {
  return static_cast<int>(std::ranges::count_if(some, [&](const Launch* l) {
    return std::ranges::any_of(others, [l](const Launch* o) { return at_once(*l, *o); });
  }));
}

inline const char* host_wait(const Outcome& run) {
  static const char* const kWaits[] = {"cudaStreamSynchronize", "cudaEventSynchronize",
                                       "cudaEventQuery", "cudaStreamQuery"};
  for (const char* name : kWaits) {
    if (std::ranges::any_of(run.host_calls, [name](const ApiCall& c) { return c.name == name; })) {
      return name;
    }
  }
  return nullptr;
}

inline Refusal why_host_waits(const Outcome& run, int devices) {
  if (const char* name = host_wait(run)) {
    return because(
        "the host calls {} between the steps; the streams of the devices can wait "
        "for each other's events without it (E1)",
        name);
  }
  int waits = 0;
  for (const ApiCall& call : run.host_calls) waits += call.name == "cudaDeviceSynchronize";
  const auto waits_otherwise = [&run](const HostWait& wait) {
    const bool is_between = launches_around(run, wait.launches_before).second != nullptr;
    return is_between && waits_for_grids(wait) && wait.name != "cudaDeviceSynchronize";
  };
  if (waits <= 2 * devices && std::ranges::none_of(run.report->host_waits, waits_otherwise))
    return {};  // those that were given
  return because(
      "the host waits for devices between the steps; their streams can wait for each other's "
      "events without it (E1)");
}

inline ReportMatcher LeavesTheHostOut(int devices) {
  return {"the host does not wait",
          [devices](const Outcome& run) { return why_host_waits(run, devices); }};
}

// In a ring of eight, device 4 is four steps away from device 0: within three steps none of its
// grids is anything that device 0 has to wait for.
inline Refusal why_waits_for_the_far_side(const Launches& launches) {
  for (const Launch& far : launches) {
    if (far.device != 4) continue;
    for (const Launch& here : launches) {
      if (here.device != 0 || !launches.ordered(far, here)) continue;
      return refusal_at(here, Cause::kOrder,
                        "{} on device 0 waits for {} on device 4, which is no neighbour: a strip "
                        "waits for the step before of the strips above and below it, by their "
                        "events, and for nothing else (E8)",
                        launch_words(here), launch_words(far));
    }
  }
  return {};
}

inline void expect_only_neighbours_wait(Entry entry) {
  const Outcome run = run_field(entry, {8, 3, 20}, 3, 0, true);
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("relax").on_device(4)));
  ASSERT_THAT(run, LeavesTheHostOut(8));
  EXPECT_THAT(run.launches,
              LaunchesMatcher("waits for neighbours only", why_waits_for_the_far_side));
  EXPECT_THAT(run, WroteField().somewhere());
}

}  // namespace checks
