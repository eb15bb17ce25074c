// See timeline_arrows.h.
#include "report/pictures/timeline_arrows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace emu::report {
namespace {

constexpr std::size_t kArrowsInARow = 8;  // more would hide the bars

void draw_wait_line(Svg& svg, double from, double to, double y, StreamKind stream) {
  svg.path(fmt::format("M{} {}H{}", px(from), px(y), px(to)),
           fmt::format(R"(fill="none" stroke="{}" stroke-dasharray="1.5 2.5")", color(stream)));
}

/// From the launching point down to the bar: the line's level part is the way through the queues,
/// or the wait for what comes first. It runs above the row's bars when they would be in its way.
void draw_launch_arrow(const TimelineView& view, Svg& svg, std::uint32_t i, bool above) {
  const Piece& p = view.piece(i);
  double from = TimelineView::kHostTop + TimelineView::kHostRow / 2 + 3;
  if (p.parent != Forest::kHost) {
    if (view.layout.middle[p.parent] < 0) return;
    from = view.layout.middle[p.parent] + view.layout.thickness[p.parent] / 2;
  }
  const double at = view.x(p.time->launched_ns), to = view.x(p.time->start_ns),
               y = view.layout.middle[i];
  if (y <= from) return draw_wait_line(svg, at, to, y, p.stream);  // a tail in its parent's row
  const double top = y - view.layout.thickness[i] / 2;
  std::string bend = fmt::format("L{} {}", px(to + 1), px(top));
  if (above) {
    bend = fmt::format("V{}H{}V{}", px(top - 4), px(to + 2), px(top));
  } else if (to - at > 6) {
    bend = fmt::format("V{}Q{} {} {} {}H{}", px(y - 4), px(at), px(y), px(at + 4), px(y), px(to));
  }
  const bool waits = above || p.stream == StreamKind::kTail;
  svg.path(fmt::format("M{} {}", px(at), px(from)) + bend,
           fmt::format(R"(fill="none" stroke="{}" stroke-width="1.2" stroke-opacity=".75" )"
                       R"x(marker-end="url(#arrow-{})"{})x",
                       color(p.stream), stream_name(p.stream),
                       waits ? R"( stroke-dasharray="1.5 2.5")" : ""));
}

std::uint32_t waited_for(const TimelineView& view, std::uint32_t i) {
  const Piece& p = view.piece(i);
  std::uint32_t last = Forest::kHost;
  const auto consider = [&](std::uint32_t other) {
    if (last == Forest::kHost ||
        view.piece(other).time->complete_ns > view.piece(last).time->complete_ns) {
      last = other;
    }
  };
  for (const std::uint32_t other : view.forest.work_before(i)) consider(other);
  if (p.stream == StreamKind::kTail && p.parent != Forest::kHost) {
    for (const std::uint32_t sibling : view.piece(p.parent).children) {
      if (view.piece(sibling).stream != StreamKind::kTail) consider(sibling);
    }
  }
  return last;
}

/// From the end of what it waited for last, when that stands in another row: this piece, or kHost.
std::uint32_t draw_wait_arrow(const TimelineView& view, Svg& svg, std::uint32_t i) {
  const std::uint32_t before = waited_for(view, i);
  if (before == Forest::kHost || view.layout.middle[before] < 0) return Forest::kHost;
  const double from = view.layout.middle[before], to = view.layout.middle[i];
  if (std::abs(from - to) < 1) return Forest::kHost;
  const Span& time = *view.piece(before).time;
  const double end = view.x(view.piece(before).children.empty() ? time.end_ns : time.complete_ns);
  const double done = view.x(time.complete_ns), start = view.x(view.piece(i).time->start_ns);
  svg.path(fmt::format("M{} {}H{}V{}H{}", px(end), px(from), px(done), px(to), px(start)),
           fmt::format(R"(fill="none" stroke="{}" stroke-width="1.4" stroke-dasharray="5 3" )"
                       R"x(marker-end="url(#arrow-{})")x",
                       color(view.piece(i).stream), stream_name(view.piece(i).stream)));
  return before;
}

/// Where more than a few follow each other, the first few arrows tell it.
void draw_arrows_of(const TimelineView& view, Svg& svg, const Row& row,
                    std::set<std::uint32_t>& left) {
  const std::size_t most = row.swarm ? 1 : row.members.size() > kArrowsInARow ? 3 : kArrowsInARow;
  std::uint64_t busy_until = 0;
  for (std::size_t k = 0; k < std::min(most, row.members.size()); ++k) {
    const std::uint32_t i = row.members[k];
    draw_launch_arrow(view, svg, i, view.piece(i).time->launched_ns < busy_until);
    if (!row.swarm) left.insert(draw_wait_arrow(view, svg, i));
    busy_until = view.piece(i).time->complete_ns;
  }
}

}  // namespace

std::set<std::uint32_t> draw_arrows(const TimelineView& view, Svg& svg) {
  std::set<std::uint32_t> left;
  for (const Row& row : view.layout.rows) draw_arrows_of(view, svg, row, left);
  left.erase(Forest::kHost);
  return left;
}

}  // namespace emu::report
