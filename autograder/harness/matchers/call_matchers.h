// These matchers test which CUDA functions a run called, what it copied, and which rules it broke.
//
//     EXPECT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit"));
//     EXPECT_THAT(run, CopiesAtMost("device_to_host", n * sizeof(int)));
//     EXPECT_THAT(run, Keeps("leak")) << "free what you allocate to try a call";
//
// On a GPU these matchers check nothing and always pass.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// A matcher that asks a question of the run and its report. Make your own from a lambda.
///
///     ReportMatcher WaitsOnce() {
///       return {"waits once", [](const Outcome& run) -> Refusal {
///                 if (run.report->host_waits.size() == 1) return {};
///                 return {"the host should wait once", {}, 0};
///               }};
///     }
class ReportMatcher {
 public:
  using is_gtest_matcher = void;
  /// Says why a run is refused; an empty Refusal accepts it.
  using Question = std::function<Refusal(const Outcome&)>;

  /// Makes a matcher. On a GPU it holds without asking.
  /// @param description  what the run should do, for GoogleTest: "waits once"
  /// @param question  asked once per match, only of a run with a report
  ReportMatcher(std::string description, Question question)
      : description_(std::move(description)), question_(std::move(question)) {}

  bool MatchAndExplain(const Outcome& outcome, testing::MatchResultListener* listener) const;
  void DescribeTo(std::ostream* os) const { *os << description_; }
  void DescribeNegationTo(std::ostream* os) const { *os << "not: " << description_; }

 private:
  std::string description_;
  Question question_;
};

/// Holds if host code called a CUDA function exactly so many times.
///
/// The same work may have another name: see CopiesAtMost().
/// @param name  the function, such as "cudaMalloc"
/// @param count  number of calls
/// @return a matcher of a run
ReportMatcher CalledTimes(std::string name, int count);
/// Holds if host code never called a CUDA function.
/// @param name  the function, such as "cudaMemcpy"
/// @return a matcher of a run
ReportMatcher NotCalled(std::string name);
/// Holds if at most so many bytes were copied in one direction, whichever functions copied them.
/// @param way  "host_to_device", "device_to_host", "on_device", "peer", or "set" for a memset
/// @param bytes  largest number of bytes, all copies together
/// @return a matcher of a run
ReportMatcher CopiesAtMost(std::string way, std::int64_t bytes);
/// Holds if the host computed little of the data that it passed to the device.
///
/// What it passed in any way is counted, except for words of its arguments, their differences, and
/// what grids wrote. So a host that computes the result itself does not pass for one that prepares.
/// @param bits  largest amount of information, in bits
/// @param instead  ends the message: who should compute it
/// @return a matcher of a run
ReportMatcher HostPassesAtMost(std::size_t bits, std::string instead);
/// Holds if host code called both functions, and every call of one came before any call of the
/// other.
/// @param first  the function that must come first, such as "cudaDeviceSetLimit"
/// @param second  the function that must come later
/// @return a matcher of a run
ReportMatcher CalledBefore(std::string first, std::string second);
/// Holds if host code called a CUDA function, and only before its first launch.
/// @param name  the function, such as "cudaDeviceSetLimit"
/// @return a matcher of a run
ReportMatcher CalledBeforeLaunching(std::string name);
/// Holds if device code called a function exactly so many times, all threads together.
/// @param name  a function of the CUDA runtime, an atomic, an operation of a warp ("__ballot_sync")
///   or a vote of a block ("__syncthreads_or")
/// @param count  number of calls
/// @return a matcher of a run
ReportMatcher DeviceCalledTimes(std::string name, int count);
/// Tests whether a call is an atomic operation, for a matcher of your own.
///
/// Operations of inline PTX and of `cuda::atomic` are reported under such names, too.
/// @param call  a call of device code
/// @return true for "atomicOr", "atomic fetch_or", …
bool is_atomic(const ApiCall& call);
/// Holds if device code did few atomic operations.
///
/// It counts shared and global memory. AtMostAtomicsIn() counts per kernel and per word.
/// @param count  largest number, all threads together
/// @return a matcher of a run
ReportMatcher AtMostAtomics(int count);
/// Holds if the emulator found a rule broken, as an error or a warning.
/// @param rule  the word that a diagnostic has in brackets: "race", "leak", "foreign-stream", …;
///   the page @ref emulator-and-hardware lists them
/// @return a matcher of a run
ReportMatcher Breaks(std::string rule);
/// Holds if the emulator did not find a rule broken, not even as a warning.
/// @param rule  the word that a diagnostic has in brackets, as for Breaks()
/// @return a matcher of a run
ReportMatcher Keeps(std::string rule);

}  // namespace harness
