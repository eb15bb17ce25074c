// See timeline_picture.h. Drawn from back to front: families, grid lines, arrows, bars, words.
#include "report/timeline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "report/costs.h"
#include "report/forest.h"
#include "report/refusals.h"
#include "report/rows.h"
#include "report/svg.h"

namespace emu::report {
namespace {

constexpr double kLeft = 212, kRight = 882;
constexpr double kHostTop = 70, kHostRow = 30, kRowsTop = 106;
constexpr double kThinnest = 2.5;  // bar
constexpr std::string_view kOutline = R"(stroke="#9aa3b2" fill="none")";
constexpr std::size_t kArrowsInARow = 12;  // more would hide the bars
constexpr std::size_t kBarsInARow = 200;   // more are drawn as one shape

class TimelinePicture {
 public:
  explicit TimelinePicture(const Run& run) : run_(run), forest_(run) {
    choose_times();
    layout_ = lay_out(forest_, kRowsTop);
    make_room_for_words();
  }

  std::string draw() {
    bottom_ = layout_.height + 8;
    families();
    axis();
    host();
    for (const Row& row : layout_.rows) arrows(row);
    for (const Row& row : layout_.rows) {
      row.swarm || row.members.size() > kBarsInARow ? swarm(row) : bars(row);
    }
    refused_launches();
    for (const Row& row : layout_.rows) labels(row);
    heading();
    double y = legend(bottom_ + 26);
    y = findings(y);
    return svg_.document(kPictureWidth, y, name() + ": launches on the virtual clock",
                         description());
  }

 private:
  const Piece& piece(std::uint32_t i) const { return forest_.pieces[i]; }
  double x(std::uint64_t ns) const {
    const double part = (static_cast<double>(ns) - first_ns_) / (last_ns_ - first_ns_);
    return kLeft + (kRight - kLeft) * std::clamp(part, 0.0, 1.0);
  }

  /// From the first launch to the last one's end: the host's copies before and after are left out.
  void choose_times() {
    std::uint64_t first = run_.virtual_ns, last = 0;
    for (const Launch& launch : run_.launches) {
      first = std::min(first, launch.time.launched_ns);
      last = std::max(last, launch.time.complete_ns);
    }
    if (first >= last) first = 0, last = std::max<std::uint64_t>(run_.virtual_ns, 1);
    const auto outside = [&](std::uint32_t i) {
      const Span& time = *piece(i).time;
      return piece(i).copy != nullptr && (time.end_ns <= first || time.start_ns >= last);
    };
    if (!run_.launches.empty()) std::erase_if(forest_.roots, outside);
    first_ns_ = static_cast<double>(first);
    last_ns_ = static_cast<double>(last);
    const double margin = 0.02 * (last_ns_ - first_ns_);
    last_ns_ = std::min(last_ns_ + margin + costs::kHostSees,
                        std::max(last_ns_, static_cast<double>(run_.virtual_ns)));
    first_ns_ = std::max(0.0, first_ns_ - margin);
  }

  /// What stands beside a row's last bar ends within the margin.
  void make_room_for_words() {
    double last = last_ns_;
    for (const Row& row : layout_.rows) {
      const Piece& p = piece(row.members.back());
      const double needed = kThinnest + room_for_words(row, p), room = kRight - kLeft;
      const double bar = x(p.time->end_ns) - x(p.time->start_ns);
      if (row.swarm || !p.children.empty() || needed < bar || needed > room / 2) continue;
      const double end = static_cast<double>(p.time->end_ns) - first_ns_;
      last = std::max(last, first_ns_ + end * room / (room - needed));
    }
    last_ns_ = last;
  }

  static std::string words_of(const Row& row, const Piece& p) {
    return row.one_kernel ? duration(p.time->end_ns - p.time->start_ns) : std::string(p.name);
  }

  static Font font_of(const Row& row) {
    return {.size = kSmallest, .fill = kGround, .mono = !row.one_kernel, .anchor = "middle"};
  }

  static double room_for_words(const Row& row, const Piece& p) {
    return font_of(row).width(words_of(row, p)) + 6;
  }

  /// The program: its file and the folder that it is in.
  std::string name() const {
    const std::string_view file = run_.launches.empty() ? "" : run_.launches[0].origin.file;
    const std::size_t slash = file.find_last_of('/');
    if (file.empty() || slash == std::string_view::npos)
      return file.empty() ? "A run" : std::string(file);
    const std::size_t folder = file.find_last_of('/', slash - 1);
    return std::string(
        file.substr(slash == 0 || folder == std::string_view::npos ? 0 : folder + 1));
  }

  std::string description() const {
    std::string text = fmt::format("{} launches in {} of virtual time.", run_.launches.size(),
                                   duration(run_.virtual_ns));
    for (const Row& row : layout_.rows) {
      const Piece &first = piece(row.members.front()), &last = piece(row.members.back());
      text += fmt::format(" {}: {}, from {} to {}.", row.title, row.subtitle,
                          duration(first.time->start_ns), duration(last.time->end_ns));
    }
    return text;
  }

  void heading() {
    svg_.text(16, 27, name(), {.size = 15, .bold = true});
    svg_.text(kRight, 27,
              fmt::format("{} {} · {} · schedule {}", run_.launches.size(),
                          run_.launches.size() == 1 ? "launch" : "launches",
                          duration(run_.virtual_ns), run_.schedule),
              {.size = 12, .fill = kMuted, .anchor = "end"});
  }

  // ---- Ground -----------------------------------------------------------------------------------

  /// A launch and all its descendants stand on one ground: complete means that all of it is done.
  void families() {
    for (const Band& band : layout_.bands) {
      const Span& time = *piece(band.piece).time;
      const double left = x(time.start_ns) - 4;
      const std::string attributes =
          fmt::format(R"(rx="6" fill="{0}" fill-opacity="{1}" stroke="{0}" stroke-opacity=".22")",
                      colour(piece(band.piece).stream),
                      piece(band.piece).parent == Forest::kHost ? ".055" : ".03");
      const double right = x(band.until_ns) + (band.until_ns == time.complete_ns ? 4 : -6);
      if (right > left) svg_.rect(left, band.y + 2, right - left, band.height - 3, attributes);
    }
  }

  void axis() {
    static constexpr std::array<double, 3> kSteps = {1, 2, 5};
    const double shown = last_ns_ - first_ns_;
    double step = 1;
    for (std::size_t k = 0; shown / step > 9; ++k) {
      const std::size_t tens = (k + 1) / 3;
      step = kSteps[(k + 1) % 3] * std::pow(10.0, static_cast<double>(tens));
    }
    const bool milli = last_ns_ >= 2e6;
    svg_.text(16, 56, milli ? "virtual time, ms" : "virtual time, µs",
              {.size = 11, .fill = kMuted});
    for (double at_ns = std::ceil(first_ns_ / step) * step; at_ns <= last_ns_; at_ns += step) {
      const double at = x(static_cast<std::uint64_t>(at_ns));
      svg_.path(fmt::format("M{} 62V{}", px(at), px(bottom_)),
                fmt::format(R"(stroke="{}" fill="none")", kFaint));
      svg_.text(at, 56, fmt::format("{:.6g}", at_ns / (milli ? 1e6 : 1e3)),
                {.size = 11, .fill = kMuted, .anchor = "middle"});
    }
  }

  // ---- The host ---------------------------------------------------------------------------------

  void host() {
    const double middle = kHostTop + kHostRow / 2 - 2;
    svg_.text(16, middle + 4, "host", {.size = 12, .bold = true});
    svg_.path(fmt::format("M{} {}H{}", px(kLeft), px(middle), px(kRight)), kOutline);
    for (const HostWait& wait : run_.host_waits) host_wait(wait, middle);
    double last = -1;
    for (const std::uint32_t i : forest_.roots) {
      const double from = x(piece(i).time->launched_ns);
      const auto call = static_cast<std::uint64_t>(costs::kHostCall);
      const double width = std::max(2.0, x(piece(i).time->launched_ns + call) - from - 1);
      if (from < last + 1) continue;
      last = from + width;
      svg_.rect(from, middle - 5, width, 10,
                fmt::format(R"(rx="2" fill="{}")", colour(StreamKind::kHost)),
                fmt::format("host launches {}", piece(i).name));
    }
  }

  void host_wait(const HostWait& wait, double middle) {
    const double from = x(wait.begin_ns), width = x(wait.time_ns) - from;
    if (width < 1.5) return;
    svg_.rect(
        from, middle - 7, width, 14,
        fmt::format(R"(rx="3" fill="{}" stroke="{}" stroke-dasharray="3 2")", kWaiting, kLine),
        "the host waits: " + wait.name);
    const Font font{.size = kSmallest, .fill = kMuted, .anchor = "middle"};
    const std::string words = "waits in " + wait.name;
    const std::string& fitting = font.width(words) + 8 < width ? words : wait.name;
    if (font.width(fitting) + 8 < width) {
      svg_.text(from + width / 2, middle + 3.5, fitting, font);
    }
  }

  // ---- Launches and waits -----------------------------------------------------------------------

  /// Where more than a few follow each other, the first few arrows tell it.
  void arrows(const Row& row) {
    const std::size_t most = row.swarm ? 1 : row.members.size() > kArrowsInARow ? 3 : kArrowsInARow;
    std::uint64_t busy_until = 0;
    for (std::size_t k = 0; k < std::min(most, row.members.size()); ++k) {
      const std::uint32_t i = row.members[k];
      launch_arrow(i, piece(i).time->launched_ns < busy_until);
      if (!row.swarm) wait_arrow(i);
      busy_until = piece(i).time->complete_ns;
    }
  }

  /// From the launching point down to the bar: the line's level part is the way through the queues,
  /// or the wait for what comes first. It runs above the row's bars when they would be in its way.
  void launch_arrow(std::uint32_t i, bool above) {
    const Piece& p = piece(i);
    double from = kHostTop + kHostRow / 2 + 3;
    if (p.parent != Forest::kHost) {
      if (layout_.middle[p.parent] < 0) return;
      from = layout_.middle[p.parent] + layout_.thickness[p.parent] / 2;
    }
    const double at = x(p.time->launched_ns), to = x(p.time->start_ns), y = layout_.middle[i];
    if (y <= from) return wait_line(at, to, y, p.stream);  // a tail in its parent's row
    const double top = y - layout_.thickness[i] / 2;
    std::string bend = fmt::format("L{} {}", px(to + 1), px(top));
    if (above) {
      bend = fmt::format("V{}H{}V{}", px(top - 4), px(to + 2), px(top));
    } else if (to - at > 6) {
      bend = fmt::format("V{}Q{} {} {} {}H{}", px(y - 4), px(at), px(y), px(at + 4), px(y), px(to));
    }
    const bool waits = above || p.stream == StreamKind::kTail;
    svg_.path(fmt::format("M{} {}", px(at), px(from)) + bend,
              fmt::format(R"(fill="none" stroke="{}" stroke-width="1.2" stroke-opacity=".75" )"
                          R"x(marker-end="url(#arrow-{})"{})x",
                          colour(p.stream), stream_name(p.stream),
                          waits ? R"( stroke-dasharray="1.5 2.5")" : ""));
  }

  void wait_line(double from, double to, double y, StreamKind stream) {
    svg_.path(fmt::format("M{} {}H{}", px(from), px(y), px(to)),
              fmt::format(R"(fill="none" stroke="{}" stroke-dasharray="1.5 2.5")", colour(stream)));
  }

  /// From the end of what it waited for last, when that stands in another row.
  void wait_arrow(std::uint32_t i) {
    const std::uint32_t before = waited_for(i);
    if (before == Forest::kHost || layout_.middle[before] < 0) return;
    const double from = layout_.middle[before], to = layout_.middle[i];
    if (std::abs(from - to) < 1) return;
    const Span& time = *piece(before).time;
    const double end = x(piece(before).children.empty() ? time.end_ns : time.complete_ns);
    const double done = x(time.complete_ns), start = x(piece(i).time->start_ns);
    svg_.path(fmt::format("M{} {}H{}V{}H{}", px(end), px(from), px(done), px(to), px(start)),
              fmt::format(R"(fill="none" stroke="{}" stroke-width="1.4" stroke-dasharray="5 3" )"
                          R"x(marker-end="url(#arrow-{})")x",
                          colour(piece(i).stream), stream_name(piece(i).stream)));
    waits_drawn_ = true;
  }

  std::uint32_t waited_for(std::uint32_t i) const {
    const Piece& p = piece(i);
    std::uint32_t last = Forest::kHost;
    const auto consider = [&](std::uint32_t other) {
      if (last == Forest::kHost || piece(other).time->complete_ns > piece(last).time->complete_ns) {
        last = other;
      }
    };
    for (const std::uint32_t other : forest_.work_before(i)) consider(other);
    if (p.stream == StreamKind::kTail && p.parent != Forest::kHost) {
      for (const std::uint32_t sibling : piece(p.parent).children) {
        if (piece(sibling).stream != StreamKind::kTail) consider(sibling);
      }
    }
    return last;
  }

  // ---- Bars -------------------------------------------------------------------------------------

  void bars(const Row& row) {
    for (std::size_t k = 0; k < row.members.size(); ++k) {
      const bool last = k + 1 == row.members.size();
      const double free = last ? kPictureWidth : x(piece(row.members[k + 1]).time->start_ns) - 4;
      bar(row, row.members[k], free);
    }
  }

  void bar(const Row& row, std::uint32_t i, double free_until) {
    const Piece& p = piece(i);
    const double y = layout_.middle[i] - Layout::kBar / 2;
    const double from = x(p.time->start_ns), width = std::max(kThinnest, x(p.time->end_ns) - from);
    const double joined = std::min(x(p.time->complete_ns), free_until) - from - width;
    if (joined > 2 && !p.children.empty()) waiting(p, from + width, y, joined);
    svg_.rect(from, y, width, Layout::kBar, fmt::format(R"(rx="3" fill="{}")", colour(p.stream)),
              tooltip(p));
    if (p.children.size() <= 40 && row.members.size() <= 40) launching_points(p, y + Layout::kBar);
    const std::string words = words_of(row, p);
    const Font inside = font_of(row);
    const double needed = room_for_words(row, p);
    if (needed < width) {
      svg_.text(from + width / 2, y + 13, words, inside);
    } else if ((joined <= 2 || p.children.empty()) && from + width + needed + 4 < free_until) {
      Font beside = inside;
      beside.fill = kMuted, beside.anchor = "start", beside.halo = true;
      svg_.text(from + width + 5, y + 13, words, beside);
    }
  }

  /// The threads are done, the descendants are not: the launch is not complete (N1).
  void waiting(const Piece& p, double from, double y, double width) {
    svg_.rect(from, y + 3, width, Layout::kBar - 6,
              fmt::format(R"(fill="{0}" fill-opacity=".16" stroke="{0}" stroke-opacity=".5" )"
                          R"(stroke-dasharray="2 2")",
                          colour(p.stream)),
              fmt::format("{}: threads done, descendants not", p.name));
    joins_drawn_ = true;
  }

  void launching_points(const Piece& p, double y) {
    for (const std::uint32_t child : p.children) {
      svg_.circle(x(piece(child).time->launched_ns), y - 1, 2.2,
                  fmt::format(R"(fill="{}" stroke="{}")", kGround, colour(piece(child).stream)));
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
      const Span& time = *piece(i).time;
      const double from = x(time.start_ns), to = std::max(x(time.end_ns), from + 1);
      auto& line = stripes[layout_.middle[i]];
      if (!line.empty() && from < line.back().to + 0.3 && row.members.size() > 500) {
        line.back().to = std::max(line.back().to, to);
      } else {
        line.push_back({from, to});
      }
    }
    const double thick = layout_.thickness[row.members.front()];
    std::string data;
    for (const auto& [middle, line] : stripes) {
      for (const Stripe& s : line) {
        data += fmt::format("M{:.1f} {:.2f}h{:.1f}v{:.2f}h-{:.1f}z", s.from, middle - thick / 2,
                            s.to - s.from, thick, s.to - s.from);
      }
    }
    svg_.path(data, fmt::format(R"(fill="{}")", colour(row.stream)));
  }

  // ---- Words ------------------------------------------------------------------------------------

  void labels(const Row& row) {
    const double left = 16 + row.level * 13, middle = row.y + row.height / 2;
    if (row.level > 0) {
      svg_.path(fmt::format("M{} {}v{}h6", px(left - 9), px(middle - 11), px(9)), kOutline);
    }
    svg_.text(left, middle - 2, row.title, {.size = 11.5, .bold = true, .mono = true});
    const Font small{.size = kSmallest, .fill = colour(row.stream)};
    const auto fits = [&](const std::string& words) {
      return left + small.width(words) <= kLeft - 4;
    };
    std::string words = row.subtitle;
    for (std::size_t k = 0; k < row.shorter.size() && !fits(words); ++k) words = row.shorter[k];
    for (std::size_t most = columns(words); most > 4 && !fits(words); --most) {
      words = shortened(words, most);
    }
    svg_.text(left, middle + 11, words, small);
  }

  double legend(double y) {
    svg_.path(fmt::format("M16 {}H{}", px(y - 18), px(kRight)),
              fmt::format(R"(stroke="{}" fill="none")", kFaint));
    double at = 16;
    const auto entry = [&](const std::string& words, auto draw) {
      const Font font{.size = 11, .fill = kMuted};
      const double width = 24 + font.width(words) + 10;
      if (at + width > kRight) at = 16, y += 19;
      draw(at, y - 4);
      svg_.text(at + 24, y, words, font);
      at += width;
    };
    std::set<StreamKind> used;
    for (const Row& row : layout_.rows) used.insert(row.stream);
    for (const StreamKind kind : used) {
      entry(std::string(stream_words(kind)), [&](double left, double middle) {
        svg_.rect(left, middle - 5, 18, 10, fmt::format(R"(rx="2" fill="{}")", colour(kind)));
      });
    }
    const auto line = [&](const char* attributes) {
      return [this, attributes](double left, double middle) {
        svg_.path(fmt::format("M{} {}h17", px(left), px(middle)),
                  fmt::format(R"x(fill="none" stroke="{}" stroke-width="1.3" {} )x"
                              R"x(marker-end="url(#arrow-host)")x",
                              colour(StreamKind::kHost), attributes));
      };
    };
    entry("launch, then queue", line(""));
    if (waits_drawn_) entry("waits for", line(R"(stroke-dasharray="5 3")"));
    if (joins_drawn_) {
      entry("threads done, children not", [&](double left, double middle) {
        svg_.rect(
            left, middle - 5, 18, 10,
            fmt::format(R"(fill="{0}" fill-opacity=".16" stroke="{0}" stroke-dasharray="2 2")",
                        colour(StreamKind::kHost)));
      });
    }
    if (refused_drawn_) {
      entry("launch refused", [&](double left, double middle) { cross(left + 9, middle); });
    }
    return y + 16;
  }

  /// What went wrong, in words: refused launches, errors, warnings.
  double findings(double y) {
    constexpr std::size_t kMost = 6;
    std::vector<std::string> words = refusals_in_words(run_);
    words.insert(words.end(), run_.findings.begin(), run_.findings.end());
    for (std::size_t k = 0; k < std::min(kMost, words.size()); ++k, y += 18) {
      const bool warning = words[k].find("(warning)") != std::string::npos;
      svg_.text(16, y + 8, (warning ? "! " : "✗ ") + words[k],
                {.size = 12, .fill = warning ? kWarning : kAlarm, .bold = !warning});
    }
    if (words.size() > kMost) {
      svg_.text(16, y + 8, fmt::format("… and {} more", words.size() - kMost),
                {.size = 12, .fill = kMuted});
      y += 18;
    }
    return y;
  }

  /// A cross on the launching grid's bar for each launch that was refused; those that would lie on
  /// each other are one.
  void refused_launches() {
    std::set<std::pair<std::uint32_t, int>> drawn;
    for (const Refused& refused : run_.refused) {
      const std::uint32_t parent = forest_.index_of(refused.origin.parent);
      if (parent >= run_.launches.size() || layout_.middle[parent] < 0) continue;
      const double at = x(tried_at_ns(run_, refused));
      if (drawn.insert({parent, static_cast<int>(at / 5)}).second)
        cross(at, layout_.middle[parent]);
    }
  }

  void cross(double at, double y) {
    const std::string lines = fmt::format("M{} {}l6 6m0 -6l-6 6", px(at - 3), px(y - 3));
    svg_.path(lines, fmt::format(R"(fill="none" stroke="{}" stroke-width="5")", kGround));
    svg_.path(lines, fmt::format(R"(fill="none" stroke="{}" stroke-width="2.2")", kAlarm));
    refused_drawn_ = true;
  }

  const Run& run_;
  Forest forest_;
  Layout layout_;
  Svg svg_;
  double first_ns_ = 0, last_ns_ = 1;  // what the picture shows
  double bottom_ = 0;
  bool waits_drawn_ = false, joins_drawn_ = false, refused_drawn_ = false;
};

}  // namespace

std::string timeline_picture(const Run& run) { return TimelinePicture(run).draw(); }

}  // namespace emu::report
