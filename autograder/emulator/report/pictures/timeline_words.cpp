// See timeline_words.h.
#include "report/pictures/timeline_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "report/refusals.h"

namespace emu::report {
namespace {

void write_label(Svg& svg, const Row& row, bool compact) {
  const double left = 16 + row.level * 13, middle = row.y + row.height / 2;
  if (row.level > 0) {
    svg.path(fmt::format("M{} {}v{}h6", px(left - 9), px(middle - 11), px(compact ? 11 : 9)),
             TimelineView::kOutline);
  }
  const Font bold{.size = 13, .bold = true, .mono = true};
  const double lower = row.more.empty() ? 0 : Layout::kLine / 2;
  double after = left, baseline = middle + 13 + lower;  // the subtitle's
  if (compact) after += bold.width(row.title) + 8, baseline = middle + 4.5;
  svg.text(left, compact ? baseline : middle - 1.5 - lower, row.title, bold);
  if (!row.more.empty()) svg.text(left, middle - 1.5 + lower, row.more, bold);
  const Font small{.size = kSmallest, .fill = color(row.stream)};
  const auto fits = [&](const std::string& words) {
    return after + small.width(words) <= TimelineView::kLeft - 4;
  };
  std::string words = row.subtitle;
  for (std::size_t k = 0; k < row.shorter.size() && !fits(words); ++k) words = row.shorter[k];
  for (std::size_t most = columns(words); most > 4 && !fits(words); --most) {
    words = shortened(words, most);
  }
  if (fits(words)) svg.text(after, baseline, words, small);
}

/// From the first launch to the end of the last: what the axis shows, not the host's copies before
/// and after it.
std::string time_of_launches(const Run& run) {
  if (run.launches.empty()) return "";
  std::uint64_t first = run.virtual_ns, last = 0;
  for (const Launch& launch : run.launches) {
    first = std::min(first, launch.time.launched_ns);
    last = std::max(last, launch.time.complete_ns);
  }
  return fmt::format(" from {} to {}", duration(first), duration(last));
}

}  // namespace

std::string name_of(const Run& run) {
  const std::string_view file = run.launches.empty() ? "" : run.launches[0].origin.file;
  const std::size_t slash = file.find_last_of('/');
  if (file.empty() || slash == std::string_view::npos)
    return file.empty() ? "A run" : std::string(file);
  const std::size_t folder = file.find_last_of('/', slash - 1);
  return std::string(file.substr(slash == 0 || folder == std::string_view::npos ? 0 : folder + 1));
}

std::string description_of(const TimelineView& view) {
  std::string text = fmt::format("{} launches in {} of virtual time.", view.run.launches.size(),
                                 duration(view.run.virtual_ns));
  for (const Row& row : view.layout.rows) {
    const Piece &first = view.piece(row.members.front()), &last = view.piece(row.members.back());
    text += fmt::format(" {}: {}, from {} to {}.", row.title, row.subtitle,
                        duration(first.time->start_ns), duration(last.time->end_ns));
  }
  return text;
}

void write_heading(const TimelineView& view, Svg& svg) {
  svg.open("heading");
  svg.text(16, 27, name_of(view.run), {.size = 15, .bold = true});
  svg.text(TimelineView::kRight, 27,
           fmt::format("{} {}{} · schedule {}", view.run.launches.size(),
                       view.run.launches.size() == 1 ? "launch" : "launches",
                       time_of_launches(view.run), view.run.schedule),
           {.size = 13, .fill = kMuted, .anchor = "end"});
  svg.close();
}

void write_labels(const TimelineView& view, Svg& svg) {
  for (const Row& row : view.layout.rows) write_label(svg, row, view.layout.compact);
}

void draw_cross(Svg& svg, double at, double y) {
  const std::string lines = fmt::format("M{} {}l6 6m0 -6l-6 6", px(at - 3), px(y - 3));
  svg.path(lines, fmt::format(R"(fill="none" stroke="{}" stroke-width="5")", kGround));
  svg.path(lines, fmt::format(R"(fill="none" stroke="{}" stroke-width="2.2")", kAlarm));
}

double write_legend(const TimelineView& view, Svg& svg, const InPicture& seen, double y) {
  svg.open("legend");
  svg.path(fmt::format("M16 {}H{}", px(y - 16), px(TimelineView::kRight)),
           fmt::format(R"(stroke="{}" fill="none")", kFaint));
  double at = 16;
  const auto entry = [&](const std::string& words, auto draw) {
    const Font font{.size = kSmallest, .fill = kMuted};
    const double width = 24 + font.width(words) + 10;
    if (at + width > TimelineView::kRight) at = 16, y += 20;
    draw(at, y - 4);
    svg.text(at + 24, y, words, font);
    at += width;
  };
  std::set<StreamKind> used;
  for (const Row& row : view.layout.rows) used.insert(row.stream);
  for (const StreamKind kind : used) {
    entry(std::string(stream_words(kind)), [&](double left, double middle) {
      svg.rect(left, middle - 5, 18, 10, fmt::format(R"(rx="2" fill="{}")", color(kind)));
    });
  }
  const auto line = [&](const char* attributes) {
    return [&svg, attributes](double left, double middle) {
      svg.path(fmt::format("M{} {}h17", px(left), px(middle)),
               fmt::format(R"x(fill="none" stroke="{}" stroke-width="1.3" {} )x"
                           R"x(marker-end="url(#arrow-host)")x",
                           color(StreamKind::kHost), attributes));
    };
  };
  entry("launch, then queue", line(""));
  if (seen.waits) entry("waits for", line(R"(stroke-dasharray="5 3")"));
  if (seen.joins) {
    entry("threads done, children not", [&](double left, double middle) {
      svg.rect(left, middle - 5, 18, 10,
               fmt::format(R"(fill="{0}" fill-opacity=".16" stroke="{0}" stroke-dasharray="2 2")",
                           color(StreamKind::kHost)));
    });
  }
  if (seen.refused) {
    entry("launch refused", [&](double left, double middle) { draw_cross(svg, left + 9, middle); });
  }
  svg.close();
  return y + 10;
}

double write_findings(const Run& run, Svg& svg, double y) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> words = refusals_in_words(run);
  words.insert(words.end(), run.findings.begin(), run.findings.end());
  for (std::size_t k = 0; k < std::min(kMost, words.size()); ++k, y += 18) {
    const bool warning = words[k].find("(warning)") != std::string::npos;
    svg.text(16, y + 8, (warning ? "! " : "✗ ") + words[k],
             {.size = 13, .fill = warning ? kWarning : kAlarm, .bold = !warning});
  }
  if (words.size() > kMost) {
    svg.text(16, y + 8, fmt::format("… and {} more", words.size() - kMost),
             {.size = 13, .fill = kMuted});
    y += 18;
  }
  return y;
}

}  // namespace emu::report
