// A pattern describes launches for the matchers of launches. It says only as much as the check
// needs; everything else about a launch may be as it likes.
//
//     Child("double_all").of("fill").in(Stream::kNull)
//     FromHost().with_grid({2, 3}).with_block(256)
//     Child().at_depth(2).from_thread(0)
//
// Begin with Child(), FromHost() or LaunchOf(); each further function returns a pattern that
// requires more.
#pragma once

#include <optional>
#include <string>

#include "harness/report.h"

namespace harness {

/// A description of launches. Take it from Child(), FromHost() or LaunchOf().
class LaunchPattern {
 public:
  /// @cond
  enum class Origin { kAnywhere, kDevice, kHost };
  LaunchPattern(Origin origin, std::string kernel) : origin_(origin), kernel_(std::move(kernel)) {}
  /// @endcond

  /// Requires that a kernel of this name made the launch.
  /// @param parent  name of the launching kernel, as for Child()
  /// @return the pattern with this requirement
  LaunchPattern of(std::string parent) const;
  /// Requires that the launch went into this stream.
  /// @param stream  kind of the stream
  /// @return the pattern with this requirement
  LaunchPattern in(Stream stream) const;
  /// Requires this number of blocks.
  /// @param grid  blocks in x, y and z; a number alone is `{number, 1, 1}`
  /// @return the pattern with this requirement
  LaunchPattern with_grid(Dim grid) const;
  /// Requires this number of threads per block.
  /// @param block  threads in x, y and z; a number alone is `{number, 1, 1}`
  /// @return the pattern with this requirement
  LaunchPattern with_block(Dim block) const;
  /// Requires this much shared memory per block.
  /// @param bytes  static and dynamic shared memory together
  /// @return the pattern with this requirement
  LaunchPattern with_shared(std::int64_t bytes) const;
  /// Requires this depth in the tree of launches.
  /// @param depth  0 for a launch from the host, 1 for its children, …
  /// @return the pattern with this requirement
  LaunchPattern at_depth(int depth) const;
  /// Requires that this block made the launch.
  /// @param block  blockIdx of the launching thread; a number alone is `{number, 0, 0}`
  /// @return the pattern with this requirement
  LaunchPattern from_block(Index block) const;
  /// Requires that this thread of a block made the launch.
  /// @param thread  threadIdx of the launching thread; a number alone is `{number, 0, 0}`
  /// @return the pattern with this requirement
  LaunchPattern from_thread(Index thread) const;
  /// Requires that the grid ran on this device.
  /// @param device  number of the device, from 0
  /// @return the pattern with this requirement
  LaunchPattern on_device(int device) const;
  /// Says how many such launches there are. Only LaunchesAre() reads it.
  /// @param count  number of launches; without this function, 1
  /// @return the pattern with this number
  LaunchPattern times(std::size_t count) const;

  /// Tests whether a launch matches, for a matcher of your own.
  /// @param launch  a launch of a run, accepted or refused
  /// @return true if every requirement holds
  bool matches(const Launch& launch) const { return mismatches(launch) == 0; }
  /// Counts the requirements that do not hold.
  /// @param launch  a launch of a run
  /// @return their number; 0 if the launch matches
  int mismatches(const Launch& launch) const;
  /// Tests the kernel's name only. Without a name, it tests who launched it.
  /// @param launch  a launch of a run
  /// @return true if the launch is of this kernel
  bool names(const Launch& launch) const;
  /// Reads what times() set.
  /// @return the number of launches; 1 by default
  std::size_t count() const { return count_; }
  /// Writes the pattern in words, for messages.
  /// @return "child grid double_all of fill into the NULL stream"
  std::string words() const;

 private:
  /// A copy in which `member` is `value`.
  template <typename T>
  LaunchPattern with(T LaunchPattern::*member, T value) const;

  Origin origin_;
  std::string kernel_;  ///< empty: any
  std::string parent_;
  std::optional<Stream> stream_;
  std::optional<Dim> grid_, block_;
  std::optional<Index> from_block_, from_thread_;
  std::optional<std::int64_t> shared_;
  std::optional<int> depth_, device_;
  std::size_t count_ = 1;
};

/// Matches launches from device code.
/// @param kernel  name of the kernel as in the source: "fill" also matches `demo::fill` and
///   `fill<int>`; without a name, every kernel matches
/// @return a pattern that requires nothing else
inline LaunchPattern Child(std::string kernel = {}) {
  return {LaunchPattern::Origin::kDevice, std::move(kernel)};
}
/// Matches launches from host code.
/// @param kernel  name of the kernel, as for Child()
/// @return a pattern that requires nothing else
inline LaunchPattern FromHost(std::string kernel = {}) {
  return {LaunchPattern::Origin::kHost, std::move(kernel)};
}
/// Matches launches from host code and from device code.
/// @param kernel  name of the kernel, as for Child()
/// @return a pattern that requires nothing else
inline LaunchPattern LaunchOf(std::string kernel = {}) {
  return {LaunchPattern::Origin::kAnywhere, std::move(kernel)};
}

}  // namespace harness
