// See timeline_picture.h. Drawn from back to front: families, grid lines, arrows, bars, words.
#include "report/pictures/timeline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "report/costs.h"
#include "report/pictures/timeline_arrows.h"
#include "report/pictures/timeline_view.h"
#include "report/pictures/timeline_words.h"
#include "report/refusals.h"

namespace emu::report {
namespace {

constexpr std::size_t kBarsInARow = 200;  // more are drawn as one shape

class TimelinePicture {
 public:
  explicit TimelinePicture(const Run& run) : view_(run) {}

  std::string draw() {
    bottom_ = view_.layout.height + 8;
    measure_families();
    families(R"(fill="{0}" fill-opacity="{1}")");
    axis();
    host();
    left_by_arrows_ = draw_arrows(view_, svg_);
    seen_.waits = !left_by_arrows_.empty();
    for (const Row& row : view_.layout.rows) {
      row.swarm || row.members.size() > kBarsInARow ? swarm(row) : bars(row);
    }
    families(R"(fill="none" stroke="{0}" stroke-opacity=".3")");  // no words hide a border
    refused_launches();
    write_labels(view_, svg_);
    write_heading(view_, svg_);
    double y = write_findings(view_.run, svg_, bottom_ + 8);
    y = write_legend(view_, svg_, seen_, y + 14);
    return svg_.document(kPictureWidth, y, name_of(view_.run) + ": launches on the virtual clock",
                         description_of(view_));
  }

 private:
  struct Family {
    double left, right, y, height;
    const Piece* piece;
  };

  /// A launch and all its descendants stand on one ground: complete means that all of it is done.
  /// Words beside a bar belong to it, where they do not reach the next one.
  void measure_families() {
    for (const Band& band : view_.layout.bands) {
      const Piece& piece = view_.piece(band.piece);
      const bool whole = band.until_ns == piece.time->complete_ns;
      const double left = view_.x(piece.time->start_ns) - 4,
                   right = view_.x(band.until_ns) + (whole ? 4 : -6);
      if (right <= left) continue;
      const double words = whole ? end_of_words(band) + 2 : 0;
      const bool room = words < next_family(band) - 2;
      families_.push_back(
          {left, room ? std::max(right, words) : right, band.y + 2, band.height - 3, &piece});
    }
  }

  /// Where words end that stand beside bars of this family, 0 if there are none.
  double end_of_words(const Band& band) const {
    double end = 0;
    const std::uint64_t start = view_.piece(band.piece).time->start_ns;
    for (const Row& row : view_.layout.rows) {
      if (row.swarm || row.y < band.y || row.y >= band.y + band.height) continue;
      for (std::size_t k = 0; k < row.members.size(); ++k) {
        const std::uint64_t begins = view_.piece(row.members[k]).time->start_ns;
        if (begins < start || begins >= band.until_ns) continue;
        end = std::max(end, view_.end_of_words_beside(row, k));
      }
    }
    return end;
  }

  /// Where the next family or bar in the same rows begins.
  double next_family(const Band& band) const {
    double next = kPictureWidth;
    for (const Row& row : view_.layout.rows) {
      if (row.y < band.y || row.y >= band.y + band.height) continue;
      for (const std::uint32_t i : row.members) {
        const std::uint64_t start = view_.piece(i).time->start_ns;
        if (start >= band.until_ns) next = std::min(next, view_.x(start) - 4);
      }
    }
    return next;
  }

  /// `look` has a place for the color, and one for how dense the ground is.
  void families(const char* look) {
    for (const Family& family : families_) {
      const char* density = family.piece->parent == Forest::kHost ? ".055" : ".03";
      svg_.rect(
          family.left, family.y, family.right - family.left, family.height,
          R"(rx="6" )" + fmt::format(fmt::runtime(look), color(family.piece->stream), density));
    }
  }

  void axis() {
    static constexpr std::array<double, 3> kSteps = {1, 2, 5};
    const double shown = view_.last_ns - view_.first_ns;
    double step = 1;
    for (std::size_t k = 0; shown / step > 7; ++k) {
      const std::size_t tens = (k + 1) / 3;
      step = kSteps[(k + 1) % 3] * std::pow(10.0, static_cast<double>(tens));
    }
    const bool milli = view_.last_ns >= 2e6;
    svg_.text(16, 56, milli ? "virtual time, ms" : "virtual time, µs",
              {.size = kSmallest, .fill = kMuted});
    for (double at_ns = std::ceil(view_.first_ns / step) * step; at_ns <= view_.last_ns;
         at_ns += step) {
      const double at = view_.x(static_cast<std::uint64_t>(at_ns));
      svg_.path(fmt::format("M{} 62V{}", px(at), px(bottom_)),
                fmt::format(R"(stroke="{}" fill="none")", kFaint));
      svg_.text(at, 56, fmt::format("{:.6g}", at_ns / (milli ? 1e6 : 1e3)),
                {.size = kSmallest, .fill = kMuted, .anchor = "middle"});
    }
  }

  void host() {
    const double middle = TimelineView::kHostTop + TimelineView::kHostRow / 2 - 2;
    svg_.text(16, middle + 4, "host", {.size = 13, .bold = true});
    svg_.path(
        fmt::format("M{} {}H{}", px(TimelineView::kLeft), px(middle), px(TimelineView::kRight)),
        TimelineView::kOutline);
    for (const HostWait& wait : view_.run.host_waits) host_wait(wait, middle);
    double last = -1;
    for (const std::uint32_t i : view_.forest.roots) {
      const double from = view_.x(view_.piece(i).time->launched_ns);
      const auto call = static_cast<std::uint64_t>(costs::kHostCall);
      const double width =
          std::max(2.0, view_.x(view_.piece(i).time->launched_ns + call) - from - 1);
      if (from < last + 1) continue;
      last = from + width;
      svg_.rect(from, middle - 5, width, 10,
                fmt::format(R"(rx="2" fill="{}")", color(StreamKind::kHost)),
                fmt::format("host launches {}", view_.piece(i).name));
    }
  }

  void host_wait(const HostWait& wait, double middle) {
    const double from = view_.x(wait.begin_ns), width = view_.x(wait.time_ns) - from;
    if (width < 1.5) return;
    svg_.rect(
        from, middle - 8, width, 16,
        fmt::format(R"(rx="3" fill="{}" stroke="{}" stroke-dasharray="3 2")", kWaiting, kLine),
        "the host waits: " + wait.name);
    const Font font{.size = kSmallest, .fill = kMuted, .anchor = "middle"};
    const std::string words = "waits in " + wait.name;
    const std::string& fitting = font.width(words) + 8 < width ? words : wait.name;
    if (font.width(fitting) + 8 < width) {
      svg_.text(from + width / 2, middle + 3, fitting, font);
    }
  }

  void bars(const Row& row) {
    for (std::size_t k = 0; k < row.members.size(); ++k) bar(row, k);
  }

  void bar(const Row& row, std::size_t k) {
    const std::uint32_t i = row.members[k];
    const Piece& p = view_.piece(i);
    const double y = view_.layout.middle[i] - Layout::kBar / 2;
    const double from = view_.x(p.time->start_ns),
                 width = std::max(TimelineView::kThinnest, view_.x(p.time->end_ns) - from);
    const double joined =
        std::min(view_.x(p.time->complete_ns), view_.free_until(row, k)) - from - width;
    if (joined > 2 && !p.children.empty()) waiting(p, from + width, y, joined);
    svg_.rect(from, y, width, Layout::kBar, fmt::format(R"(rx="3" fill="{}")", color(p.stream)),
              tooltip(p));
    if (p.time->waited_ns != 0) end_of_wait(p, y);
    if (p.children.size() <= 40 && row.members.size() <= 40) launching_points(p, y + Layout::kBar);
    if (room_for_words(row, p) < width) {
      svg_.text(from + width / 2, y + 13, words_of(row, p), font_of(row));
    } else if (view_.end_of_words_beside(row, k) > 0) {
      Font beside = font_of(row);
      beside.fill = kMuted, beside.anchor = "start", beside.halo = true;  // no dash crosses it
      const double up = left_by_arrows_.contains(i) ? 8 : 0;  // above the arrow that leaves the bar
      svg_.text(from + width + 5, y + 13 - up, words_of(row, p), beside);
    }
  }

  /// The threads are done, the descendants are not: the launch is not complete (N1).
  void waiting(const Piece& p, double from, double y, double width) {
    svg_.rect(from, y + 3, width, Layout::kBar - 6,
              fmt::format(R"(fill="{0}" fill-opacity=".16" stroke="{0}" stroke-opacity=".5" )"
                          R"(stroke-dasharray="2 2")",
                          color(p.stream)),
              fmt::format("{}: threads done, descendants not", p.name));
    seen_.joins = true;
  }

  /// Up to here its blocks had waited for earlier grids (Q3).
  void end_of_wait(const Piece& p, double y) {
    svg_.rect(view_.x(p.time->waited_ns) - 1, y, 2, Layout::kBar,
              fmt::format(R"(fill="{}")", kGround),
              fmt::format("{}: waited for the grids ahead of it until {}", p.name,
                          duration(p.time->waited_ns)));
  }

  void launching_points(const Piece& p, double y) {
    for (const std::uint32_t child : p.children) {
      svg_.circle(
          view_.x(view_.piece(child).time->launched_ns), y - 1, 2.2,
          fmt::format(R"(fill="{}" stroke="{}")", kGround, color(view_.piece(child).stream)));
    }
  }

  std::string tooltip(const Piece& p) const {
    std::string text(p.name);
    if (p.launch != nullptr) text += fmt::format("<<<{}>>>", configuration(*p.launch));
    return text + fmt::format(", {}, launched at line {}: runs {} – {}, complete {}",
                              stream_words(p.stream), p.origin->line, duration(p.time->start_ns),
                              duration(p.time->end_ns), duration(p.time->complete_ns));
  }

  /// All stripes as one path; stripes that touch become one.
  void swarm(const Row& row) {
    struct Stripe {
      double from, to;
    };
    std::map<double, std::vector<Stripe>> stripes;
    for (const std::uint32_t i : row.members) {
      const Span& time = *view_.piece(i).time;
      const double from = view_.x(time.start_ns), to = std::max(view_.x(time.end_ns), from + 1);
      auto& line = stripes[view_.layout.middle[i]];
      if (!line.empty() && from < line.back().to + 0.3 && row.members.size() > 500) {
        line.back().to = std::max(line.back().to, to);
      } else {
        line.push_back({from, to});
      }
    }
    const double thick = view_.layout.thickness[row.members.front()];
    std::string data;
    for (const auto& [middle, line] : stripes) {
      for (const Stripe& s : line) {
        data += fmt::format("M{:.1f} {:.2f}h{:.1f}v{:.2f}h-{:.1f}z", s.from, middle - thick / 2,
                            s.to - s.from, thick, s.to - s.from);
      }
    }
    svg_.path(data, fmt::format(R"(fill="{}")", color(row.stream)));
  }

  /// A cross on the launching grid's bar for each launch that was refused; those that would lie on
  /// each other are one.
  void refused_launches() {
    std::set<std::pair<std::uint32_t, int>> drawn;
    for (const Refused& refused : view_.run.refused) {
      const std::uint32_t parent = view_.forest.index_of(refused.origin.parent);
      if (parent >= view_.run.launches.size() || view_.layout.middle[parent] < 0) continue;
      const double at = view_.x(tried_at_ns(view_.run, refused));
      if (!drawn.insert({parent, static_cast<int>(at / 5)}).second) continue;
      draw_cross(svg_, at, view_.layout.middle[parent]);
      seen_.refused = true;
    }
  }

  TimelineView view_;
  Svg svg_;
  double bottom_ = 0;
  std::vector<Family> families_;
  std::set<std::uint32_t> left_by_arrows_;
  InPicture seen_;
};

}  // namespace

std::string timeline_picture(const Run& run) { return TimelinePicture(run).draw(); }

}  // namespace emu::report
