// WroteResult(i): that grids, and which, wrote an array of the run. The emulator knows it of every
// element; a result that the host computed, or a parent instead of its child, is right and not
// what the task asks for.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "harness/matchers/launch_pattern.h"
#include "harness/matchers/matcher.h"
#include "harness/outcome.h"

namespace harness {

/// Grids wrote the elements of the i-th array, as result() counts them: of any kernel, or children
/// of those named. Hosts may pass on what a grid has written, by whatever way: an element is a
/// grid's, too, when the grid wrote this value to where the host could read it. Of an inout() array
/// the elements that hold what they held before the call are not asked about. Nor may the host have
/// made half of these elements itself for the device, nor numbers that tell as much as all of them:
/// a grid may copy what the host has computed. Hosts may prepare all else that they like. Holds on
/// a GPU.
class WroteResult {
 public:
  using is_gtest_matcher = void;
  using Which = std::function<bool(int)>;

  explicit WroteResult(std::size_t array) : array_(array) {}
  WroteResult(std::size_t array, std::string kernel) : array_(array) {
    kernels_.emplace_back(std::move(kernel));
  }

  /// The kernel that was named last, launched by that one.
  WroteResult of(std::string parent) const;
  /// In grids on that device, or so deep. Only of what copies bring straight to the result: of what
  /// the host passes on otherwise the kernel is known, and the place of its first grid.
  WroteResult on_device(int device) const;
  WroteResult at_depth(int depth) const;
  /// The same, launched by the host or by kernels.
  WroteResult launched_anywhere() const;
  /// Or of that kernel.
  WroteResult or_by(std::string kernel) const;
  /// Only elements `begin` to before `end`; the first so many; those of which `which` holds.
  WroteResult slice(std::size_t begin, std::size_t end) const;
  WroteResult first(std::size_t count) const { return slice(0, count); }
  WroteResult where(Which which) const;
  /// The task lets the host make values for the device, which are the results.
  WroteResult from_what_the_host_makes() const;
  /// The task leaves nothing to prepare: the host may not make half as much for the device as the
  /// results tell, however unlike them it looks.
  WroteResult while_the_host_makes_nothing() const;
  /// At least one of these elements: for a check of launches, which is not about values.
  WroteResult somewhere() const;

  bool MatchAndExplain(const Outcome& run, testing::MatchResultListener* listener) const;
  void DescribeTo(std::ostream* os) const { *os << "has its result written by " << words(); }
  void DescribeNegationTo(std::ostream* os) const {
    *os << "does not have its result written by " << words();
  }

 private:
  struct Kernel {
    explicit Kernel(std::string kernel = {}) : name(std::move(kernel)) {}
    std::string name, parent;  // empty: any
    bool anywhere = false;
    std::optional<int> device, depth;
    std::string words() const;
    std::string place_of(const Launch& launch) const;
    LaunchPattern pattern(bool by_host_too) const;
  };
  Kernel& last_kernel();
  Refusal why_not(const Outcome& run) const;
  Refusal why_prepared(const Outcome& run) const;
  struct Told;
  Told told_by(const Outcome& run) const;
  bool is_named(const Launch& launch, bool by_host_too) const;
  bool is_right_but_the_hosts(const Launch* launch) const;
  bool is_asked(const Outcome& run, std::size_t element) const;
  bool may_have_written(const Outcome& run, const ElementsWritten& some) const;
  std::string words() const;

  std::size_t array_;
  std::vector<Kernel> kernels_;  // none: any
  std::size_t begin_ = 0, end_ = std::numeric_limits<std::size_t>::max();
  Which which_;
  bool somewhere_ = false;
  bool host_prepares_ = false, host_makes_nothing_ = false;
};

}  // namespace harness
