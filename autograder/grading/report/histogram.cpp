// At most ten bars, drawn for a phone's width, so that their labels can be read there too.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "grading/report/page.h"

namespace grading {
namespace {

constexpr int kMostBars = 10;
constexpr int kWidth = 320, kHeight = 120, kBase = 98, kTallest = 78;

struct Bar {
  int from = 0, to = 0;  // points, both included
  int students = 0;
};

std::vector<Bar> bars_of(const std::map<int, int>& points, int max_points) {
  const int values = max_points + 1;
  const int width = (values + kMostBars - 1) / kMostBars;
  std::vector<Bar> bars;
  for (int from = 0; from < values; from += width) {
    bars.push_back({from, std::min(from + width - 1, max_points)});
  }
  for (const auto& [value, students] : points) {
    const int bar = std::clamp(value, 0, max_points) / width;
    bars[static_cast<std::size_t>(bar)].students += students;
  }
  return bars;
}

std::string label(const Bar& bar) {
  return bar.from == bar.to ? fmt::format("{}", bar.from) : fmt::format("{}–{}", bar.from, bar.to);
}

std::string in_words(const std::vector<Bar>& bars) {
  std::string words;
  for (const Bar& bar : bars) {
    if (bar.students == 0) continue;
    words += fmt::format("{}{} points: {}", words.empty() ? "" : "; ", label(bar),
                         base::counted(bar.students, "student"));
  }
  return words.empty() ? "nobody has been graded" : words;
}

}  // namespace

std::string histogram(const std::map<int, int>& points, int max_points, std::string_view id) {
  const std::vector<Bar> bars = bars_of(points, max_points);
  int most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.students);
  const double step = static_cast<double>(kWidth) / static_cast<double>(bars.size());
  std::string drawn;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double left = static_cast<double>(i) * step;
    const double height = static_cast<double>(kTallest) * bar.students / most;
    if (bar.students > 0) {
      drawn += fmt::format(
          "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
          left + 2, kBase - height, step - 4, height, left + step / 2, kBase - height - 4,
          bar.students);
    }
    drawn += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                         left + step / 2, kBase + 15, label(bar));
  }
  return fmt::format(
      "<figure><svg viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"{2}-title {2}-words\">"
      "<title id=\"{2}-title\">How many students have how many points</title>"
      "<desc id=\"{2}-words\">{3}</desc>\n{4}"
      "<line class=\"axis\" x1=\"0\" y1=\"{5}\" x2=\"{0}\" y2=\"{5}\"/></svg>"
      "<figcaption>students by points</figcaption></figure>\n",
      kWidth, kHeight, id, in_words(bars), drawn, kBase);
}

}  // namespace grading
