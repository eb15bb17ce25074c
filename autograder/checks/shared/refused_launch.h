// expect_errors_returned(call): the entry points of these lessons promise to return the first CUDA
// error that a launching thread or the host met. So the checks have the emulator refuse one launch
// of each line, and look at what is returned. They do so twice, with two errors: a program that
// looks at no launch and returns a number of its own can be right once, but not both times.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

/// A launch, and its number among those from the device, or among the host's, counted from 1.
struct NumberedLaunch {
  int number = 0;
  Launch launch;
};

/// The first launch of each line and kernel, of the host or else of the device.
inline std::vector<NumberedLaunch> first_of_each_line(const Launches& launches,
                                                      bool of_host = false) {
  std::vector<NumberedLaunch> firsts;
  std::set<std::tuple<std::string, int, std::string>> seen;
  int number = 0;
  for (const Launch& l : launches) {
    if (l.from_host() != of_host) continue;
    ++number;
    if (seen.insert({l.file, l.line, l.kernel}).second) firsts.push_back({number, l});
  }
  return firsts;
}

/// An error that a launch can give and that does not stick (R6).
struct LaunchError {
  int code;
  const char* description;  ///< its name, and when a launch gives it
};

inline constexpr LaunchError kPoolIsFull = {
    69, "cudaErrorLaunchPendingCountExceeded (69), as when the pool is full"};
inline constexpr LaunchError kTooFewResources = {
    701, "cudaErrorLaunchOutOfResources (701), as when the kernel needs more than the device has"};
inline constexpr LaunchError kMemoryIsFull = {
    2, "cudaErrorMemoryAllocation (2), as when the device has no memory left for the launch"};
inline constexpr LaunchError kBlockIsTooLarge = {
    9, "cudaErrorInvalidConfiguration (9), as when a block has more threads than it may"};
inline constexpr LaunchError kNoCodeForDevice = {
    98, "cudaErrorInvalidDeviceFunction (98), as when the kernel was not compiled for this device"};

/// What a launch answers that is refused, when a check does not say with which error.
inline const LaunchError& usual_error(bool of_host) {
  return of_host ? kTooFewResources : kPoolIsFull;
}

/// Another one, by number and schedule: neither is known to the exercise.
inline const LaunchError& other_error(int number) {
  static constexpr std::array kOthers = {kMemoryIsFull, kBlockIsTooLarge, kNoCodeForDevice};
  const std::size_t seed = test_settings().schedule.seed;
  return kOthers[(seed + static_cast<std::size_t>(number)) % kOthers.size()];
}

/// The errors with which the launch of this number is refused, one after the other.
inline std::array<LaunchError, 2> errors_for(int number, bool of_host) {
  return {usual_error(of_host), other_error(number)};
}

/// What is right after such a launch.
inline const char* advice_for(const Launch& refused) {
  return refused.from_host()
             ? "Right after the launch, return what cudaGetLastError() says: "
               "TRY(cudaGetLastError()) (R3)"
             : "Right after the launch, hand what cudaGetLastError() returns to keep_error (K12, "
               "R3)";
}

/// The call of device code that took the error of that launch, if another one after the same
/// launch found none any more: more calls there returned 0 than launches before it were accepted.
/// Null if this cannot be seen.
inline const ApiCall* first_of_two_reads(const Outcome& run, const Launch& refused, int error) {
  constexpr int kNear = 5;  // lines from a launch to the reading of its error
  const auto is_read = [&](const ApiCall& call, int result) {
    return call.name == "cudaGetLastError" && call.result == result && call.file == refused.file;
  };
  const auto taker = std::ranges::find_if(
      run.device_calls, [&](const ApiCall& call) { return is_read(call, error); });
  if (taker == run.device_calls.end()) return nullptr;
  int accepted = 0, next_launch = taker->line + kNear;
  for (const Launch& l : run.launches) {
    if (l.from_host() || l.file != refused.file) continue;
    accepted += taker->line - 2 * kNear <= l.line && l.line <= taker->line ? 1 : 0;
    if (l.line > taker->line) next_launch = std::min(next_launch, l.line);
  }
  if (taker->line < refused.line || taker->line > refused.line + kNear) return nullptr;
  int without_error = 0;
  for (const ApiCall& call : run.device_calls) {
    const bool is_after = call.line >= taker->line && call.line < next_launch;
    if (is_read(call, 0) && is_after) without_error += call.count;
  }
  return without_error > accepted ? &*taker : nullptr;
}

/// What to say of an error that was taken by one call and looked for by the next; else without
/// words.
inline Refusal why_lost_by_reading(const Outcome& run, const Launch& refused,
                                   const LaunchError& error) {
  const ApiCall* taker =
      refused.from_host() ? nullptr : first_of_two_reads(run, refused, error.code);
  if (taker == nullptr) return {};
  return refusal_at(taker,
                    "the launch of {} at line {} was refused with {}, and {} returned {}: the "
                    "first cudaGetLastError() after it takes the error and clears it, so that "
                    "the second returns 0. Call it once, and hand what it returns to keep_error "
                    "(K12, R2)",
                    refused.kernel, refused.line, error.description, run.entry_point,
                    run.returned<int>());
}

/// What to say where `returned` was returned in place of that error.
inline Refusal why_lost(const std::string& entry_point, int returned, const Launch& refused,
                        const LaunchError& error) {
  return refusal_at(refused,
                    "this launch of {} was refused with {}, and {} returned {}: the error did not "
                    "reach {}{}. {}",
                    refused.kernel, error.description, entry_point, returned,
                    refused.from_host() ? "the caller" : "the host",
                    returned == 0 ? "" : ", another one did", advice_for(refused));
}

/// The run in which the launch was refused with this error returned it.
inline ReportMatcher ReturnsErrorOf(const Launch& refused, const LaunchError& error) {
  return {"returns the error of a refused launch", [refused, error](const Outcome& run) -> Refusal {
            if (!run.finished()) {
              return refusal_at(refused, "when this launch of {} is refused: {}", refused.kernel,
                                run.what);
            }
            const int returned = run.returned<int>();
            if (returned == error.code || run.cuda_error != 0) return {};  // a fault tells itself
            const Refusal lost = why_lost_by_reading(run, refused, error);
            if (!lost.why.empty()) return lost;
            return why_lost(run.entry_point, returned, refused, error);
          }};
}

/// The device of the kernel that made this launch in vain: the record of the launch does not say.
inline int device_of_refused(const Outcome& run, const Launch& refused) {
  const Launch* const parent = run.launches.find(refused.parent);
  return parent == nullptr ? 0 : parent->device;
}

using Call = std::function<Outcome()>;

/// `call`, in which the emulator refuses the device's launch with this number; a GPU refuses none.
inline Outcome run_refusing(int number, const Call& call, const LaunchError& error = kPoolIsFull) {
  refuse_launch(number, error.code);
  Outcome run = call();
  refuse_launch(0);
  return run;
}

/// The same for the host's launches.
inline Outcome run_refusing_host(int number, const Call& call,
                                 const LaunchError& error = kTooFewResources) {
  refuse_host_launch(number, error.code);
  Outcome run = call();
  refuse_host_launch(0);
  return run;
}

/// Refuses one launch of the host after the other; `launches` are those of a run without refusals.
inline void expect_host_errors_returned(const Launches& launches, const Call& call) {
  for (const auto& [number, launch] : first_of_each_line(launches, true)) {
    for (const LaunchError& error : errors_for(number, true))
      ASSERT_THAT(run_refusing_host(number, call, error), ReturnsErrorOf(launch, error));
  }
}

/// `call` is one call of an entry point that returns an error, the same each time.
inline void expect_errors_returned(const Call& call) {
  const Outcome all_accepted = call();
  // What goes wrong without a refusal is for other checks.
  const bool broke_a_rule = std::ranges::any_of(all_accepted.diagnostics, &Diagnostic::is_error);
  if (!all_accepted.finished() || all_accepted.returned<int>() != 0 || broke_a_rule) return;
  for (const auto& [number, launch] : first_of_each_line(all_accepted.launches)) {
    for (const LaunchError& error : errors_for(number, false))
      ASSERT_THAT(run_refusing(number, call, error), ReturnsErrorOf(launch, error));
  }
  expect_host_errors_returned(all_accepted.launches, call);
}

}  // namespace checks
