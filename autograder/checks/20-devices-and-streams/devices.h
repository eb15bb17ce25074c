// Work on several devices: what the tasks of lesson 20 run, and the device that they leave current.
//
// Values are compared with 1, 2, 4 and 8 devices on the emulator, on a machine with cards with as
// many of these as it has; one card is not enough.
#pragma once

#include <algorithm>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/host_calls.h"
#include "shared/judged.h"

namespace checks {

/// Whether a run with so many devices is possible; on the emulator the next run gets them.
inline bool gives(int devices) {
  if (settings().device == DeviceKind::kGpu) return devices <= settings().gpus;
  test_settings().devices = devices;
  return true;
}

/// How many devices the next run finds.
inline int devices_there() {
  const int there =
      settings().device == DeviceKind::kGpu ? settings().gpus : test_settings().devices;
  return std::min<int>(there, kMostDevices);
}

/// The last array of the call is *current_after.
inline Refusal why_not_restored(const Outcome& run, int current) {
  const int after = run.result<int>(run.arrays.size() - 1)[0];
  if (after == current) return {};
  return because(
      "{} was called with device {} current and left device {} current: the caller continues on "
      "another device without knowing it. Call cudaGetDevice first, and make that device current "
      "again at the end (D1)",
      run.entry_point, current, after);
}

inline Judged LeavesCurrent(int device) {
  return {"leaves the caller's device current",
          [device](const Outcome& run) { return why_not_restored(run, device); }};
}

/// Of `all` things, one for each thread of these children, each device has its part: so many
/// threads that twice its part would fit, and the last block of each half may be all but empty.
struct Parts {
  const char* child;
  int all, block;
};

inline Refusal why_more_than_its_part(const Launches& launches, const Parts& parts, int devices) {
  std::vector<int> threads(kMostDevices);
  const int most = 2 * (parts.all / devices + parts.block);
  for (const Launch& l : launches) {
    if (!Child(parts.child).matches(l) || l.device >= devices) continue;
    threads[l.device] += l.grid.x * l.grid.y * l.grid.z * l.block.x * l.block.y * l.block.z;
    if (threads[l.device] <= most) continue;
    return refusal_at(l, Cause::kValue,
                      "device {} runs more than {} threads of {}, but its part of {} is {}, one "
                      "per thread: it does the work of other devices. Give each device the part "
                      "that part_of returns",
                      l.device, most, parts.child, parts.all, parts.all / devices);
  }
  return {};
}

/// For runs with more than two devices: two could do without one of them.
inline LaunchesMatcher EachHasItsPart(const Parts& parts, int devices) {
  return {"each device has its part",
          [=](const Launches& l) { return why_more_than_its_part(l, parts, devices); }};
}

inline Outcome run_survey(int current) {
  return EXERCISE(survey, output<LaunchResult>(kMostDevices * kMostDevices), output<int>(1),
                  current, output<int>(1));
}

}  // namespace checks
