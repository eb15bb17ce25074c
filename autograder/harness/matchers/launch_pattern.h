// A description of launches that a check asks for:
// Child("double_all").of("fill").in(Stream::kNull). What is not said is not looked at.
#pragma once

#include <optional>
#include <string>

#include "harness/report.h"

namespace harness {

/// What is known of a launch, said piece by piece; each piece gives a pattern that asks for more.
class LaunchPattern {
 public:
  /// Who launched it.
  enum class Origin { kAnywhere, kDevice, kHost };
  LaunchPattern(Origin origin, std::string kernel) : origin_(origin), kernel_(std::move(kernel)) {}

  /// The kernel that launched it.
  LaunchPattern of(std::string parent) const;
  /// The stream that it went into.
  LaunchPattern in(Stream stream) const;
  /// Its blocks.
  LaunchPattern with_grid(Dim grid) const;
  /// The threads of each block.
  LaunchPattern with_block(Dim block) const;
  /// Dynamic and static shared memory together, in bytes.
  LaunchPattern with_shared(std::int64_t bytes) const;
  /// 0 is a launch from the host, 1 its children.
  LaunchPattern at_depth(int depth) const;
  /// blockIdx of the launching thread.
  LaunchPattern from_block(Index block) const;
  /// threadIdx of the launching thread.
  LaunchPattern from_thread(Index thread) const;
  /// The device that it ran on.
  LaunchPattern on_device(int device) const;
  /// How often, for LaunchesAre() only.
  LaunchPattern times(std::size_t count) const;

  bool matches(const Launch& launch) const { return mismatches(launch) == 0; }
  /// How many of the things said do not hold.
  int mismatches(const Launch& launch) const;
  bool names(const Launch& launch) const;
  std::size_t count() const { return count_; }
  /// "a child grid double_all of fill into the NULL stream".
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

/// A launch of `kernel` (any when empty) from the device. A kernel is named as in its source:
/// without namespace and template arguments it matches all of that name.
inline LaunchPattern Child(std::string kernel = {}) {
  return {LaunchPattern::Origin::kDevice, std::move(kernel)};
}
/// The same from the host.
inline LaunchPattern FromHost(std::string kernel = {}) {
  return {LaunchPattern::Origin::kHost, std::move(kernel)};
}
/// The same from wherever.
inline LaunchPattern LaunchOf(std::string kernel = {}) {
  return {LaunchPattern::Origin::kAnywhere, std::move(kernel)};
}

}  // namespace harness
