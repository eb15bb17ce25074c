// See timeline_view.h.
#include "report/pictures/timeline_view.h"

#include <algorithm>

#include "report/costs.h"

namespace emu::report {
namespace {

/// From the first launch to the last one's end: the host's copies before and after are left out.
void choose_times(TimelineView& view) {
  std::uint64_t first = view.run.virtual_ns, last = 0;
  for (const Launch& launch : view.run.launches) {
    first = std::min(first, launch.time.launched_ns);
    last = std::max(last, launch.time.complete_ns);
  }
  if (first >= last) first = 0, last = std::max<std::uint64_t>(view.run.virtual_ns, 1);
  const auto outside = [&](std::uint32_t i) {
    const Span& time = *view.piece(i).time;
    return view.piece(i).copy != nullptr && (time.end_ns <= first || time.start_ns >= last);
  };
  if (!view.run.launches.empty()) std::erase_if(view.forest.roots, outside);
  view.first_ns = static_cast<double>(first);
  view.last_ns = static_cast<double>(last);
  const double margin = 0.02 * (view.last_ns - view.first_ns);
  view.last_ns = std::min(view.last_ns + margin + costs::kHostSees,
                          std::max(view.last_ns, static_cast<double>(view.run.virtual_ns)));
  view.first_ns = std::max(0.0, view.first_ns - margin);
}

/// What stands beside a row's last bar ends within the margin.
void make_room_for_words(TimelineView& view) {
  double last = view.last_ns;
  for (const Row& row : view.layout.rows) {
    const Piece& p = view.piece(row.members.back());
    const double needed = TimelineView::kThinnest + room_for_words(row, p),
                 room = TimelineView::kRight - TimelineView::kLeft;
    const double bar = view.x(p.time->end_ns) - view.x(p.time->start_ns);
    if (row.swarm || !p.children.empty() || needed < bar || needed > room / 2) continue;
    const double end = static_cast<double>(p.time->end_ns) - view.first_ns;
    last = std::max(last, view.first_ns + end * room / (room - needed));
  }
  view.last_ns = last;
}

}  // namespace

TimelineView::TimelineView(const Run& shown) : run(shown), forest(shown) {
  choose_times(*this);
  layout = lay_out(forest, kRowsTop);
  make_room_for_words(*this);
}

double TimelineView::x(std::uint64_t ns) const {
  const double part = (static_cast<double>(ns) - first_ns) / (last_ns - first_ns);
  return kLeft + (kRight - kLeft) * std::clamp(part, 0.0, 1.0);
}

double TimelineView::free_until(const Row& row, std::size_t k) const {
  const bool last = k + 1 == row.members.size();
  return last ? kPictureWidth : x(piece(row.members[k + 1]).time->start_ns) - 4;
}

double TimelineView::end_of_words_beside(const Row& row, std::size_t k) const {
  const Piece& p = piece(row.members[k]);
  const double from = x(p.time->start_ns), width = std::max(kThinnest, x(p.time->end_ns) - from),
               needed = room_for_words(row, p), free = free_until(row, k);
  const bool joined =
      !p.children.empty() && std::min(x(p.time->complete_ns), free) - from - width > 2;
  const double end = from + width + needed + 4;
  return needed < width || joined || end >= free ? 0 : end;
}

std::string words_of(const Row& row, const Piece& p) {
  return row.one_kernel ? duration(p.time->end_ns - p.time->start_ns) : std::string(p.name);
}

Font font_of(const Row& row) {
  return {.size = kSmallest, .fill = kGround, .mono = !row.one_kernel, .anchor = "middle"};
}

double room_for_words(const Row& row, const Piece& p) {
  return font_of(row).width(words_of(row, p)) + 6;
}

}  // namespace emu::report
