// WroteResult tests which grids wrote an array of the exercise.
//
//     ASSERT_THAT(run.result<int>(0), Elements([](int i) { return 2 * i; }));
//     EXPECT_THAT(run, WroteResult(0, "double_all").of("fill"));
//     EXPECT_THAT(run, WroteResult(1).somewhere());
//
// A result may be right although the host computed it, or although the parent computed what its
// child should have computed. Test values first, and test the writer only if a grid writes the
// element in every correct solution.
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

/// A matcher of a run: holds if grids wrote the elements of an array, and not the host.
///
/// The emulator knows the last writer of each byte of device memory and follows it through copies.
/// The host may pass on what a grid wrote, in any way and order: an element counts as the grid's if
/// the grid wrote the same value to memory that the host can read. Elements of an inout() array
/// that did not change are not tested.
///
/// It does not hold either if the host computed half of the elements itself and passed them to the
/// device, or as much other data as the elements contain: a grid could then copy what the host
/// computed. allowing_host_values() and without_host_values() change this. On a GPU,
/// it always holds.
class WroteResult {
 public:
  using is_gtest_matcher = void;
  /// Selects elements by their index.
  using Which = std::function<bool(int)>;

  /// Requires that any grids wrote the array.
  /// @param array  which of the output() and inout() arguments, counted from 0 as for
  /// Outcome::result()
  explicit WroteResult(std::size_t array) : array_(array) {}
  /// Requires that grids of one kernel wrote the array, and that a kernel launched these grids.
  /// @param array  which of the output() and inout() arguments, counted from 0
  /// @param kernel  name of the kernel, as for Child()
  WroteResult(std::size_t array, std::string kernel) : array_(array) {
    kernels_.emplace_back(std::move(kernel));
  }

  /// Requires that this kernel launched the writing grids.
  /// @param parent  the kernel that launched grids of the kernel that was named last
  /// @return the matcher with this requirement
  WroteResult of(std::string parent) const;
  /// Requires that the writing grids ran on this device.
  ///
  /// Only for results that a copy brings directly from there. Of what the host passes on otherwise,
  /// the emulator knows only the device of the kernel's first grid.
  /// @param device  number of the device, from 0
  /// @return the matcher with this requirement
  WroteResult on_device(int device) const;
  /// Requires that the writing grids are at this depth.
  ///
  /// Only for results that a copy brings directly from there.
  /// @param depth  0 for grids that the host launched, 1 for their children, …
  /// @return the matcher with this requirement
  WroteResult at_depth(int depth) const;
  /// Allows that the host launched the writing grids.
  /// @return the matcher with this permission
  WroteResult launched_anywhere() const;
  /// Allows that grids of another kernel wrote elements, too.
  /// @param kernel  name of the other kernel
  /// @return the matcher with this permission
  WroteResult or_by(std::string kernel) const;
  /// Tests only a part of the array.
  /// @param begin  first index
  /// @param end  index after the last
  /// @return the matcher for this part
  WroteResult slice(std::size_t begin, std::size_t end) const;
  /// Tests only the first elements.
  /// @param count  how many
  /// @return the matcher for these elements
  WroteResult first(std::size_t count) const { return slice(0, count); }
  /// Tests only selected elements.
  /// @param which  returns true for the index of an element to test
  /// @return the matcher for these elements
  WroteResult where(Which which) const;
  /// Allows that the host computed the values of the result and passed them to the device.
  /// @return the matcher with this permission
  WroteResult allowing_host_values() const;
  /// Requires that the host prepares nothing: it may pass less than half as much data of its own to
  /// the device as the elements contain, whatever that data looks like.
  /// @return the matcher with this requirement
  WroteResult without_host_values() const;
  /// Holds if grids wrote at least one of the elements, for checks of launches.
  /// @return the matcher of at least one element
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
  bool host_prepares_ = false, no_host_values_ = false;
};

}  // namespace harness
