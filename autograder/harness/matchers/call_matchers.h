// Matchers over what the host and the device called of CUDA's API, and over the rules that were
// broken. They take the run, and hold on a GPU, where nobody reports calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// A question to the whole report, with an answer in words. It holds where there is no report.
class ReportMatcher {
 public:
  using is_gtest_matcher = void;
  using Question = std::function<Refusal(const Outcome&)>;

  ReportMatcher(std::string description, Question question)
      : description_(std::move(description)), question_(std::move(question)) {}

  bool MatchAndExplain(const Outcome& outcome, testing::MatchResultListener* listener) const;
  void DescribeTo(std::ostream* os) const { *os << description_; }
  void DescribeNegationTo(std::ostream* os) const { *os << "not: " << description_; }

 private:
  std::string description_;
  Question question_;
};

/// Host code called `name` exactly `count` times.
ReportMatcher CalledTimes(std::string name, int count);
/// Host code did not call `name` at all. It may have another name: see CopiesAtMost.
ReportMatcher NotCalled(std::string name);
/// All that was copied this way ("host_to_device" …), whatever the calls are named, has at most so
/// many bytes.
ReportMatcher CopiesAtMost(std::string way, std::int64_t bytes);
/// What the host has made itself and handed to the device, by whatever way, tells at most so many
/// bits: words that are not among those it was given, by the call or by grids. `instead` ends the
/// sentence.
ReportMatcher HostMakesAtMost(std::size_t bits, std::string instead);
/// Host code called both, and every `first` before any `second`.
ReportMatcher CalledBefore(std::string first, std::string second);
/// Host code called `name` at least once, and always before its first launch.
ReportMatcher CalledBeforeLaunching(std::string name);
/// Device code called `name` exactly `count` times, all threads together: a function of the API, an
/// atomic, an operation of a warp ("__ballot_sync") or a vote of a block.
ReportMatcher DeviceCalledTimes(std::string name, int count);
/// An atomic operation: a function ("atomicOr"), which inline PTX calls as well, or what the report
/// has of one of the compiler's ("atomic fetch_or").
bool is_atomic(const ApiCall& call);
/// Device code did at most `count` atomic operations, all threads together.
ReportMatcher AtMostAtomics(int count);
/// A diagnostic of `rule` ("race", "leak", "foreign-stream" …) was found, error or warning.
ReportMatcher Breaks(std::string rule);
/// None of `rule` was found, not even a warning.
ReportMatcher Keeps(std::string rule);

}  // namespace harness
