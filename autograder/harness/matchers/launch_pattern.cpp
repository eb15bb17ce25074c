// Patterns are values: every word of description gives a new one.
#include "harness/matchers/launch_pattern.h"

#include <fmt/format.h>

namespace harness {
namespace {

// "fill" names "fill", "fill<int>", "demo::fill" and "demo::fill<int>".
bool is_named(const std::string& kernel, const std::string& name) {
  const std::size_t arguments = kernel.find('<');
  const std::size_t scope = kernel.rfind("::", arguments);
  const std::size_t begin = scope == std::string::npos ? 0 : scope + 2;
  const std::string plain = kernel.substr(0, arguments);
  return kernel == name || plain == name || kernel.substr(begin) == name ||
         plain.substr(begin) == name;
}

std::string index_words(const Index& d) {
  if (d.y == 0 && d.z == 0) return std::to_string(d.x);
  return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}

}  // namespace

template <typename T>
LaunchPattern LaunchPattern::with(T LaunchPattern::*member, T value) const {
  LaunchPattern p = *this;
  p.*member = std::move(value);
  return p;
}

LaunchPattern LaunchPattern::of(std::string parent) const {
  return with(&LaunchPattern::parent_, std::move(parent));
}
LaunchPattern LaunchPattern::in(Stream stream) const {
  return with(&LaunchPattern::stream_, std::optional(stream));
}
LaunchPattern LaunchPattern::with_grid(Dim grid) const {
  return with(&LaunchPattern::grid_, std::optional(grid));
}
LaunchPattern LaunchPattern::with_block(Dim block) const {
  return with(&LaunchPattern::block_, std::optional(block));
}
LaunchPattern LaunchPattern::with_shared(std::int64_t bytes) const {
  return with(&LaunchPattern::shared_, std::optional(bytes));
}
LaunchPattern LaunchPattern::at_depth(int depth) const {
  return with(&LaunchPattern::depth_, std::optional(depth));
}
LaunchPattern LaunchPattern::from_block(Index block) const {
  return with(&LaunchPattern::from_block_, std::optional(block));
}
LaunchPattern LaunchPattern::from_thread(Index thread) const {
  return with(&LaunchPattern::from_thread_, std::optional(thread));
}
LaunchPattern LaunchPattern::on_device(int device) const {
  return with(&LaunchPattern::device_, std::optional(device));
}
LaunchPattern LaunchPattern::times(std::size_t count) const {
  return with(&LaunchPattern::count_, count);
}

bool LaunchPattern::names(const Launch& l) const {
  if (!kernel_.empty()) return is_named(l.kernel, kernel_);
  return origin_ == Origin::kAnywhere || l.from_host() == (origin_ == Origin::kHost);
}

int LaunchPattern::mismatches(const Launch& l) const {
  int count = names(l) ? 0 : 1;
  count += origin_ == Origin::kDevice && l.from_host() ? 1 : 0;
  count += origin_ == Origin::kHost && !l.from_host() ? 1 : 0;
  count += !parent_.empty() && !is_named(l.parent_kernel, parent_) ? 1 : 0;
  count += stream_ && *stream_ != l.stream ? 1 : 0;
  count += grid_ && *grid_ != l.grid ? 1 : 0;
  count += block_ && *block_ != l.block ? 1 : 0;
  count += shared_ && *shared_ != l.shared_bytes ? 1 : 0;
  count += depth_ && *depth_ != l.depth ? 1 : 0;
  count += from_block_ && *from_block_ != l.parent_block ? 1 : 0;
  count += from_thread_ && *from_thread_ != l.parent_thread ? 1 : 0;
  count += device_ && *device_ != l.device ? 1 : 0;
  return count;
}

std::string LaunchPattern::words() const {
  std::string text = origin_ == Origin::kDevice ? "child grid" : "launch";
  text += kernel_.empty() ? "" : (origin_ == Origin::kDevice ? " " : " of ") + kernel_;
  if (origin_ == Origin::kHost) text += " by the host";
  if (!parent_.empty()) text += " launched by " + parent_;
  if (from_block_) text += " from block " + index_words(*from_block_);
  if (from_thread_) text += " from thread " + index_words(*from_thread_);
  if (stream_) text += fmt::format(" into {}", stream_words(*stream_));
  if (grid_) text += " with a grid of " + dim_words(*grid_);
  if (block_) text += " with blocks of " + dim_words(*block_);
  if (shared_) text += fmt::format(" with {} bytes of shared memory", *shared_);
  if (depth_) text += fmt::format(" at depth {}", *depth_);
  if (device_) text += fmt::format(" on device {}", *device_);
  return text;
}

}  // namespace harness
