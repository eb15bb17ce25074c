// See tree_picture.h.
#include "report/pictures/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/forest.h"
#include "report/pictures/svg.h"
#include "report/refusals.h"
#include "report/tree.h"

namespace emu::report {
namespace {

constexpr double kIndent = 34, kLine = 50, kBox = 38, kTop = 58;
constexpr double kTimeLeft = 460, kTimeRight = 782;

class TreePicture {
 public:
  explicit TreePicture(const Run& run) : run_(run), forest_(run), folded_(fold(forest_, 40)) {}

  std::string draw() {
    svg_.text(16, 27, "Who launched whom", {.size = 15, .bold = true});
    svg_.text(kPictureWidth - 18, 27,
              fmt::format("{} {}", run_.launches.size(),
                          run_.launches.size() == 1 ? "launch" : "launches"),
              {.size = 13, .fill = kMuted, .anchor = "end"});
    axis();
    nodes(folded_.roots, 16, -1);
    if (folded_.hidden != 0) {
      svg_.text(16, y_ + 8, fmt::format("… and {} launches deeper down", folded_.hidden),
                {.size = 13, .fill = kMuted});
      y_ += 22;
    }
    for (const std::string& refused : refusals_in_words(run_)) {
      svg_.text(16, y_ + 8, "✗ " + refused, {.size = 13, .fill = kAlarm, .bold = true});
      y_ += 20;
    }
    return svg_.document(kPictureWidth, y_ + 4, "Launch tree", words_);
  }

 private:
  /// `stem`: the parent box's bottom, from which the lines to its children come; negative at the
  /// top.
  void nodes(const std::vector<Node>& nodes, double left, double stem) {
    for (const Node& node : nodes) {
      const double middle = y_ + kBox / 2, at = left - kIndent + 14;
      const StreamKind stream = forest_.pieces[node.first].stream;
      if (stem >= 0) {
        svg_.path(fmt::format("M{} {}V{}", px(at), px(stem), px(middle - 6)),
                  R"(fill="none" stroke="#9aa3b2" stroke-width="1.4")");
        svg_.path(fmt::format("M{0} {1}Q{0} {2} {3} {2}H{4}", px(at), px(middle - 6), px(middle),
                              px(at + 6), px(left - 1)),
                  fmt::format(R"x(fill="none" stroke="{}" stroke-width="1.4" )x"
                              R"x(marker-end="url(#arrow-{})")x",
                              color(stream), stream_name(stream)));
      }
      box(node, left);
      const double bottom = y_ + kBox;
      y_ += kLine;
      this->nodes(node.children, left + kIndent, bottom);
    }
  }

  void box(const Node& node, double left) {
    const Piece& piece = forest_.pieces[node.first];
    const Font name{.size = 13, .bold = true, .mono = true};
    const double room = kTimeLeft - 16 - left;
    std::string title = headline(forest_, node);
    for (std::size_t most = columns(title); most > 8 && name.width(title) + 30 > room; --most) {
      title = shortened(title, most);
    }
    const std::string when = fmt::format("{} – {}", duration(node.start_ns), duration(node.end_ns));
    const double width = std::min(room, std::max(262.0, name.width(title) + 30));
    const std::string frame = fmt::format(R"(rx="5" fill="{0}" stroke="{1}" stroke-opacity=".55")",
                                          kGround, color(piece.stream));
    // Siblings that the box stands for look out behind it.
    for (int behind = node.count > 1 ? 2 : 0; behind > 0; --behind) {
      svg_.rect(left + 3 * behind, y_ + 3 * behind, width, kBox, frame);
    }
    svg_.rect(left, y_, width, kBox, frame);
    svg_.path(fmt::format("M{} {}v{}", px(left + 4), px(y_ + 5), px(kBox - 10)),
              fmt::format(R"(stroke="{}" stroke-width="4" stroke-linecap="round" fill="none")",
                          color(piece.stream)));
    svg_.text(left + 14, y_ + 16, title, name);
    svg_.text(left + 14, y_ + 31, stream_words(piece.stream),
              {.size = kSmallest, .fill = color(piece.stream)});
    svg_.text(left + width - 10, y_ + 31, when,
              {.size = kSmallest, .fill = kMuted, .anchor = "end"});
    span(node, piece.stream);
    words_ += fmt::format("{}, {}, {}. ", title, stream_words(piece.stream), when);
  }

  /// When it was: from the first start to the last completion, on the right-hand side.
  void span(const Node& node, StreamKind stream) {
    for (const double at : {kTimeLeft, (kTimeLeft + kTimeRight) / 2, kTimeRight}) {
      svg_.path(fmt::format("M{} {}v{}", px(at), px(y_ - kLine + kBox), px(kLine)),
                fmt::format(R"(fill="none" stroke="{}")", kFaint));
    }
    const double from = x(node.start_ns), width = std::max(2.0, x(node.end_ns) - from);
    svg_.rect(from, y_ + kBox / 2 - 5, width, 10,
              fmt::format(R"(rx="2" fill="{}" fill-opacity=".85")", color(stream)));
  }

  void axis() {
    const Font small{.size = kSmallest, .fill = kMuted};
    svg_.text(kTimeLeft, kTop - 8, "0", small);
    svg_.text(kTimeRight, kTop - 8, duration(run_.virtual_ns),
              {.size = small.size, .fill = kMuted, .anchor = "end"});
  }

  double x(std::uint64_t ns) const {
    const auto last = static_cast<double>(std::max<std::uint64_t>(run_.virtual_ns, 1));
    return kTimeLeft + (kTimeRight - kTimeLeft) * static_cast<double>(ns) / last;
  }

  const Run& run_;
  Forest forest_;
  Folded folded_;
  Svg svg_;
  double y_ = kTop;
  std::string words_;
};

}  // namespace

std::string tree_picture(const Run& run) { return TreePicture(run).draw(); }

}  // namespace emu::report
