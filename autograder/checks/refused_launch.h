// expect_errors_returned(call): the entry points of these lessons promise to return the first CUDA
// error that a launching thread or the host met. So the checks have the emulator refuse one launch
// of each line, and look at what is returned.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/harness.h"

namespace checks {

/// A launch, and its number among those from the device, or among the host's, counted from 1.
struct NumberedLaunch {
  int number = 0;
  harness::Launch launch;
};

/// The first launch of each line and kernel, of the host or else of the device.
inline std::vector<NumberedLaunch> first_of_each_line(const harness::Launches& launches,
                                                      bool of_host = false) {
  std::vector<NumberedLaunch> firsts;
  std::set<std::tuple<std::string, int, std::string>> seen;
  int number = 0;
  for (const harness::Launch& l : launches) {
    if (l.from_host() != of_host) continue;
    ++number;
    if (seen.insert({l.file, l.line, l.kernel}).second) firsts.push_back({number, l});
  }
  return firsts;
}

/// What the launch is told that the checks have refused, and what is right after it.
struct RefusalWords {
  int error;
  const char* told;
  const char* advice;
};

inline RefusalWords words_of_refusal(const harness::Launch& refused) {
  if (refused.from_host()) {
    return {
        701,
        "cudaErrorLaunchOutOfResources (701), as when the kernel needs more than the device has",
        "Right after the launch, return what cudaGetLastError() says: TRY(cudaGetLastError()) "
        "(R3)"};
  }
  return {69, "cudaErrorLaunchPendingCountExceeded (69), as when the pool is full",
          "Right after the launch, hand what cudaGetLastError() returns to keep_error (K12, R3)"};
}

/// The call of device code that took the error of that launch, if another one after the same
/// launch found none any more: more calls there returned 0 than launches before it were accepted.
/// Null if this cannot be seen.
inline const harness::ApiCall* first_of_two_reads(const harness::Outcome& run,
                                                  const harness::Launch& refused, int error) {
  constexpr int kNear = 5;  // lines from a launch to the reading of its error
  const auto is_read = [&](const harness::ApiCall& call, int result) {
    return call.name == "cudaGetLastError" && call.result == result && call.file == refused.file;
  };
  const auto taker = std::ranges::find_if(
      run.device_calls, [&](const harness::ApiCall& call) { return is_read(call, error); });
  if (taker == run.device_calls.end()) return nullptr;
  int accepted = 0, next_launch = taker->line + kNear;
  for (const harness::Launch& l : run.launches) {
    if (l.from_host() || l.file != refused.file) continue;
    accepted += taker->line - 2 * kNear <= l.line && l.line <= taker->line ? 1 : 0;
    if (l.line > taker->line) next_launch = std::min(next_launch, l.line);
  }
  if (taker->line < refused.line || taker->line > refused.line + kNear) return nullptr;
  int without_error = 0;
  for (const harness::ApiCall& call : run.device_calls) {
    const bool is_after = call.line >= taker->line && call.line < next_launch;
    if (is_read(call, 0) && is_after) without_error += call.count;
  }
  return without_error > accepted ? &*taker : nullptr;
}

/// What to say of an error that was taken by one call and looked for by the next; else without
/// words.
inline harness::Refusal why_lost_by_reading(const harness::Outcome& run,
                                            const harness::Launch& refused) {
  const auto [error, told, advice] = words_of_refusal(refused);
  const harness::ApiCall* taker =
      refused.from_host() ? nullptr : first_of_two_reads(run, refused, error);
  if (taker == nullptr) return {};
  return {fmt::format("the launch of {} at line {} was refused with {}, and {} returned {}: the "
                      "first cudaGetLastError() after it takes the error and clears it, so that "
                      "the second returns 0. Call it once, and hand what it returns to keep_error "
                      "(K12, R2)",
                      refused.kernel, refused.line, told, run.entry_point, run.returned<int>()),
          taker->file, taker->line};
}

/// The run in which the launch was refused returned that error.
inline harness::ReportMatcher ReturnsErrorOf(const harness::Launch& refused) {
  return {"returns the error of a refused launch",
          [refused](const harness::Outcome& run) -> harness::Refusal {
            if (!run.finished()) {
              return {
                  fmt::format("when this launch of {} is refused: {}", refused.kernel, run.what),
                  refused.file, refused.line};
            }
            const auto [error, told, advice] = words_of_refusal(refused);
            const int returned = run.returned<int>();
            if (returned == error || run.cuda_error != 0) return {};  // a fault tells of itself
            const harness::Refusal lost = why_lost_by_reading(run, refused);
            if (!lost.why.empty()) return lost;
            return {fmt::format("this launch of {} was refused with {}, and {} returned {}: the "
                                "error did not reach {}. {}",
                                refused.kernel, told, run.entry_point, returned,
                                refused.from_host() ? "the caller" : "the host", advice),
                    refused.file, refused.line};
          }};
}

using Call = std::function<harness::Outcome()>;

/// `call`, in which the emulator refuses the device's launch with this number; a GPU refuses none.
inline harness::Outcome run_refusing(int number, const Call& call) {
  harness::refuse_launch(number);
  harness::Outcome run = call();
  harness::refuse_launch(0);
  return run;
}

/// The same for the host's launches.
inline harness::Outcome run_refusing_host(int number, const Call& call) {
  harness::refuse_host_launch(number);
  harness::Outcome run = call();
  harness::refuse_host_launch(0);
  return run;
}

/// Refuses one launch of the host after the other; `launches` are those of a run without refusals.
inline void expect_host_errors_returned(const harness::Launches& launches, const Call& call) {
  for (const auto& [number, launch] : first_of_each_line(launches, true))
    ASSERT_THAT(run_refusing_host(number, call), ReturnsErrorOf(launch));
}

/// `call` is one call of an entry point that returns an error, the same each time.
inline void expect_errors_returned(const Call& call) {
  const harness::Outcome all_accepted = call();
  // What goes wrong without a refusal is for other checks.
  const bool broke_a_rule =
      std::ranges::any_of(all_accepted.diagnostics, &harness::Diagnostic::is_error);
  if (!all_accepted.finished() || all_accepted.returned<int>() != 0 || broke_a_rule) return;
  for (const auto& [number, launch] : first_of_each_line(all_accepted.launches))
    ASSERT_THAT(run_refusing(number, call), ReturnsErrorOf(launch));
  expect_host_errors_returned(all_accepted.launches, call);
}

}  // namespace checks
