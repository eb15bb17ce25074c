// AllDevicesAtOnce(n): at some moment of the virtual clock devices 0 to n - 1 all had a grid
// running.
//
// Where they had not, the refusal names the call in which the host waited between the launches for
// one device and those for the next.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// When a device was at work, from its first grid to its last.
struct DeviceAtWork {
  int device = 0;
  std::vector<const Launch*> grids;  ///< in the order of their starts

  std::int64_t begin_ns() const { return grids.front()->start_ns; }
  std::int64_t end_ns() const {
    const auto end = [](const Launch* l) { return l->end_ns; };
    return std::ranges::max(grids, {}, end)->end_ns;
  }
};

inline DeviceAtWork work_of(const Launches& launches, int device) {
  DeviceAtWork work{device, {}};
  for (const Launch& l : launches) {
    if (l.device == device) work.grids.push_back(&l);
  }
  std::ranges::stable_sort(work.grids, {}, [](const Launch* l) { return l->start_ns; });
  return work;
}

/// How many devices had a grid running at the best moment, which is the start of some grid.
inline int most_at_once(const std::vector<DeviceAtWork>& devices) {
  int most = 0;
  for (const DeviceAtWork& one : devices) {
    for (const Launch* moment : one.grids) {
      const auto is_busy = [moment](const DeviceAtWork& other) {
        return std::ranges::any_of(other.grids, [moment](const Launch* l) {
          return l->start_ns <= moment->start_ns && moment->start_ns < l->end_ns;
        });
      };
      most = std::max(most, static_cast<int>(std::ranges::count_if(devices, is_busy)));
    }
  }
  return most;
}

/// Why the host waits in this call for what a device has to do; empty when it does not.
inline std::string why_it_waits(const ApiCall& call) {
  static constexpr std::array kWaits = {"cudaDeviceSynchronize", "cudaStreamSynchronize",
                                        "cudaEventSynchronize"};
  const bool to_host = call.detail.find("from device") != std::string::npos &&
                       call.detail.find("to device") == std::string::npos;
  if (std::ranges::find(kWaits, call.name) != kWaits.end()) return "which waits (D7)";
  if (call.name == "cudaFree") return "which waits until the device is done (D7)";
  if (call.name == "cudaMemcpy" && to_host) return "which returns when the copy is done (D6)";
  if (call.name == "cudaMemcpyFromSymbol") return "which returns when the copy is done (D6)";
  if (call.name == "cudaMemcpyAsync" && to_host &&
      call.detail.find("pageable") != std::string::npos) {
    return "which returns when the copy is done, in spite of its name: the memory is not pinned "
           "(D6)";
  }
  return {};
}

/// The host's id of the last launch on `device`, of those before `limit`; 0 without any.
inline int last_host_launch(const DeviceAtWork& work, int limit) {
  int last = 0;
  for (const Launch* l : work.grids) {
    if (l->from_host() && l->id < limit) last = std::max(last, l->id);
  }
  return last;
}

inline std::string what_the_host_waited_in(const Outcome& run, const DeviceAtWork& first,
                                           const DeviceAtWork& second) {
  int next = 0;
  for (const Launch* l : second.grids) {
    if (l->from_host() && (next == 0 || l->id < next)) next = l->id;
  }
  const int last = last_host_launch(first, next);
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before < last || call.launches_before >= next) continue;
    const std::string why = why_it_waits(call);
    if (why.empty()) continue;
    return fmt::format(": between the two the host called {}{}, {}", call.name,
                       call.detail.empty() ? "" : " (" + call.detail + ")", why);
  }
  return {};
}

inline Refusal why_not_at_once(const Outcome& run, int count) {
  std::vector<DeviceAtWork> devices;
  for (int d = 0; d < count; ++d) {
    devices.push_back(work_of(run.launches, d));
    if (!devices.back().grids.empty()) continue;
    return because(
        "device {} has nothing to do: a launch runs on the device of its stream, "
        "and into stream 0 on the current device (D3)\n{}",
        d, summary(run.launches));
  }
  const int most = most_at_once(devices);
  if (most == count) return {};
  std::ranges::stable_sort(devices, {}, &DeviceAtWork::begin_ns);
  for (std::size_t i = 1; i < devices.size(); ++i) {
    const DeviceAtWork &first = devices[i - 1], &second = devices[i];
    if (second.begin_ns() < first.end_ns()) continue;
    const Launch& late = *second.grids.front();
    return refusal_at(late,
                      "device {} begins {} µs after the start, when device {} has ended{}. Give "
                      "all devices their work first, then wait (D5)",
                      second.device, second.begin_ns() / 1000, first.device,
                      what_the_host_waited_in(run, first, second));
  }
  return because(
      "at no moment of the virtual clock are more than {} of {} devices at work: give all of them "
      "their work first, then wait (D5)",
      most, count);
}

/// For runs that launch on devices 0 to `count` - 1.
inline ReportMatcher AllDevicesAtOnce(int count) {
  return {"all devices at work at one moment", [count](const Outcome& run) {
            Refusal refusal = why_not_at_once(run, count);
            refusal.cause = Cause::kOrder;
            return refusal;
          }};
}

}  // namespace checks
