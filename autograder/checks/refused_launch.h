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
