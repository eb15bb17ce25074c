// Steps of neighbors: a strip waits for the step before of the strips above and below it, and the
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
                        "{} on device 0 waits for {} on device 4, which is no neighbor: a strip "
                        "must wait for the step before of the strips above and below it, by their "
                        "events, and for nothing else (E8)",
                        launch_words(here), launch_words(far));
    }
  }
  return {};
}

// How many rows relax has computed on a device before a grid starts, whatever the schedule.
inline int rows_before(const Launches& launches, int device, const Launch& grid) {
  int rows = 0;
  for (const Launch* work : grids(launches, "relax", device)) {
    if (launches.ordered(*work, grid)) rows += work->grid.y;
  }
  return rows;
}

// Some grid of the last step waits for all that the neighbor did in the steps before. Races say
// more of a wait that is missing; of grids that read nothing there are none.
inline Refusal why_not_waited_for(const Launches& launches, const Field& f, int steps, int d,
                                  int other) {
  int most = 0;
  const auto here = grids(launches, "relax", d);
  for (const Launch* work : here) most = std::max(most, rows_before(launches, other, *work));
  if (most >= f.rows * (steps - 1)) return {};
  return refusal_at(here.empty() ? nullptr : here.back(), Cause::kValue,
                    "in {} steps, device {} waits for {} rows that relax computes on device {}, "
                    "its neighbor, but {} come before its own last step: each step must wait for "
                    "the step before of both neighbors, by their events (E1, P6)",
                    steps, d, most, other, f.rows * (steps - 1));
}

inline LaunchesMatcher WaitsForBothNeighbors(const Field& f, int steps) {
  return {"each step waits for both neighbors", [=](const Launches& launches) -> Refusal {
            for (int d = 0; d < f.devices; ++d) {
              for (const int other : {(d + f.devices - 1) % f.devices, (d + 1) % f.devices}) {
                Refusal why = why_not_waited_for(launches, f, steps, d, other);
                if (!why.why.empty()) return why;
              }
            }
            return {};
          }};
}

inline void expect_only_neighbors_wait(Entry entry) {
  draw_no_later_run();
  const Field f{8, 3, 20};
  const int steps = 3;
  const Outcome run = run_field(entry, f, steps, 0, true);
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("relax").on_device(4)));
  ASSERT_THAT(run, LeavesTheHostOut(8));
  EXPECT_THAT(run.launches,
              LaunchesMatcher("waits for neighbors only", why_waits_for_the_far_side));
  EXPECT_THAT(run.launches, WaitsForBothNeighbors(f, steps));
  expect_work_on_all_devices(run, f, steps);
}

}  // namespace checks
