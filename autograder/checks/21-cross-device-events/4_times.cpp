// Task 4: how long each device has been busy, by events.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "21-cross-device-events/runs.h"
#include "shared/host_calls.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

Judged TakesSomeTime(int devices) {
  return {"every device has been busy for a time", [devices](const Outcome& run) {
            for (int d = 0; d < devices; ++d) {
              const float ms = run.result<float>(0)[d];
              if (std::isfinite(ms) && ms > 0 && ms < 10000) continue;
              return because(
                  "milliseconds[{}] is {}: it should be the time between an event before device "
                  "{}'s grid and one after it",
                  d, ms, d);
            }
            return Refusal{};
          }};
}

Refusal why_times_not_of_events(const Outcome& run, int devices) {
  const int asked = successes(run, "cudaEventElapsedTime");
  if (asked >= devices) return {};
  return because(
      "cudaEventElapsedTime was successful {} times for {} devices: milliseconds[d] is the time "
      "between two events of device d, one before its grid and one after it (E10)",
      asked, devices);
}

ReportMatcher AsksEvents(int devices) {
  return {"asks events for the times",
          [devices](const Outcome& run) { return why_times_not_of_events(run, devices); }};
}

// The call's detail is what it has said, "0.420031 ms". A program may make seconds of that and
// milliseconds again, and lose the last digit.
bool says(const ApiCall& call, float ms) {
  if (!succeeds(call, "cudaEventElapsedTime")) return false;
  return std::abs(std::strtof(call.detail.c_str(), nullptr) - ms) <= 1e-5F * ms;
}

// Times that are computed, or known by heart, beside events that are asked for show.
Refusal why_told_otherwise(const Outcome& run, int devices) {
  for (int d = 0; d < devices; ++d) {
    const float ms = run.result<float>(0)[d];
    const auto says_it = [ms](const ApiCall& call) { return says(call, ms); };
    if (std::ranges::any_of(run.host_calls, says_it)) continue;
    return because(
        "milliseconds[{}] is {:.6f}, but no cudaEventElapsedTime reported that: it should be what "
        "that call reports for two events of device {}, one before its grid and one after it (E10)",
        d, ms, d);
  }
  return {};
}

ReportMatcher TellsWhatEventsSay(int devices) {
  return {"tells what events say",
          [devices](const Outcome& run) { return why_told_otherwise(run, devices); }};
}

// From the start of device d's grid to the end of its child, on the virtual clock.
double busy_milliseconds(const Launches& launches, int d) {
  std::int64_t start = 0, end = 0;
  for (const Launch& l : launches) {
    if (l.device == d && l.kernel == "busy") start = l.start_ns;
    if (l.device == d && l.kernel == "nap") end = l.end_ns;
  }
  return static_cast<double>(end - start) / 1e6;
}

// Events stand right before and right behind; a launch on its way may add some microseconds.
constexpr double kSlack = 0.05;

// The first record of an event after that launch; null if there is none.
const ApiCall* record_after(const Outcome& run, const Launch& launch) {
  const auto found = std::ranges::find_if(run.host_calls, [&](const ApiCall& call) {
    return call.name.starts_with("cudaEventRecord") && call.launches_before >= launch.id;
  });
  return found == run.host_calls.end() ? nullptr : &*found;
}

// The time is shorter than the work: whatever the stop stands for, it is not that.
Refusal why_too_short(const Outcome& run, int d, double ms, double real) {
  const auto grid = std::ranges::find_if(
      run.launches, [d](const Launch& l) { return l.device == d && l.kernel == "busy"; });
  const std::string what = fmt::format(
      "milliseconds[{}] is {:.3f}, but device {}'s grid and its child took {:.3f} ms: ", d, ms, d,
      real);
  const std::string but = "record the start right before the grid and the stop right after it";
  const ApiCall* stop = record_after(run, *grid);
  if (stop == nullptr)
    return refusal_at(*grid, Cause::kOrder,
                      what + "no event is recorded after the launch of the grid; " + but +
                          ", in its stream (E8)");
  return refusal_at(
      stop, Cause::kOrder,
      what +
          "the stop does not stand for that grid. An event stands for what is in the stream in "
          "which it is recorded, so record it after the grid, in the grid's own stream: without a "
          "stream, cudaEventRecord(event) uses the default stream, with which a non-blocking "
          "stream is not ordered. And " +
          but + " (S5, E8)");
}

Judged MeasuresTheTree(int devices) {
  return {"the times are those of the grids with their children", [devices](const Outcome& run) {
            for (int d = 0; d < devices; ++d) {
              const double ms = run.result<float>(0)[d], real = busy_milliseconds(run.launches, d);
              if (ms > real * 0.999 && ms < real + kSlack) continue;
              if (ms < real) return why_too_short(run, d, ms, real);
              return because(
                  "milliseconds[{}] is {:.3f}; device {}'s grid and its child took {:.3f} ms. "
                  "Record the start right before the grid and the stop right after it, in its "
                  "stream; an event after a grid stands for the grid with its child (N1, N4)",
                  d, ms, d, real);
            }
            return Refusal{};
          }};
}

// How many times 10 microseconds the child of device d's grid worked, on the virtual clock.
int naps_taken(const Launches& launches, int d) {
  double ns = 0;
  for (const Launch& l : launches) {
    if (l.device == d && l.kernel == "nap") ns += static_cast<double>(l.end_ns - l.start_ns);
  }
  return static_cast<int>(std::lround(ns / 10000));
}

Refusal why_other_naps(const Launches& launches, int devices) {
  const std::vector<int> asked = naps(devices);
  for (const Launch& l : launches) {
    if (!l.from_host() || l.kernel != "busy") continue;
    const int taken = naps_taken(launches, l.device);
    if (taken == asked[l.device]) continue;
    return refusal_at(l,
                      "device {} works for {} naps of 10 microseconds, but naps[{}] is {}: "
                      "launch busy with naps[d]",
                      l.device, taken, l.device, asked[l.device]);
  }
  return {};
}

LaunchesMatcher TakesItsNaps(int devices) {
  return {"every device works for as long as it is asked to",
          [devices](const Launches& l) { return why_other_naps(l, devices); }};
}

void expect_times(int devices) {
  const Outcome run = run_watches(devices);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, TakesSomeTime(devices));
  ASSERT_THAT(run, AsksEvents(devices));
  ASSERT_THAT(run, TellsWhatEventsSay(devices));
}

// A device whose child was refused is done at once. Events tell so; a formula of naps does not.
Refusal why_told_without_events(const Outcome& run, int devices) {
  for (const Launch& refused : run.launches.refused()) {
    const int d = device_of_refused(run, refused);
    const float ms = run.result<float>(0)[d], nap = 0.01F * static_cast<float>(naps(devices)[d]);
    if (!run.finished() || !std::isfinite(ms) || ms < nap / 2 || ms > 10000) continue;
    return refusal_at(refused, Cause::kValue,
                      "when this launch of {} is refused, nothing naps on device {}, and "
                      "milliseconds[{}] is {:.3f} anyway: it should be what "
                      "cudaEventElapsedTime reports for the two events (E10)",
                      refused.kernel, d, d, ms);
  }
  return {};
}

void expect_told_by_events() {
  const int devices = 2;
  give_devices(devices);
  for (int launch = 1; launch <= devices; ++launch) {
    EXPECT_THAT(run_refusing(launch, [=] { return run_watches(devices); }),
                Judged("tells what events say",
                       [=](const Outcome& run) { return why_told_without_events(run, devices); }));
  }
}

TEST(CrossDeviceEvents, EachDeviceIsTimed) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) ASSERT_NO_FATAL_FAILURE(expect_times(devices));
  expect_told_by_events();
  const CalledTwice twice;
  expect_times(2);
}

TEST(CrossDeviceEvents, TimesAreOfTheWork) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    const Outcome run = run_watches(devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, LaunchCount(devices, FromHost("busy")));
    ASSERT_THAT(run.launches,
                EveryLaunch(FromHost("busy"), LaunchOf("").with_grid(1).with_block(1)));
    ASSERT_THAT(run.launches, Independent(FromHost("busy"), "S5, E8"));
    ASSERT_THAT(run.launches, TakesItsNaps(devices));
    ASSERT_THAT(run, MeasuresTheTree(devices));
    ASSERT_THAT(run, TellsWhatEventsSay(devices));
  }
  expect_told_by_events();
}

}  // namespace
