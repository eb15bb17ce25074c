// The picture at the head of lesson 14, written as SVG to the file that it is called with: the set
// from level_picture, and over it the squares that the exercise filled and those that it computed,
// as the borders in the finished picture tell.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "exercise.h"

namespace {

constexpr int kSide = 256, kMost = 96, kFirst = 64, kSmallest = 8;
constexpr const char* kColors[] = {
    "#0b1d3a", "#12305a", "#1b4779", "#275f96", "#3979ae", "#5494c0", "#77afce", "#9dc8db",
    "#c3dfe6", "#e6efe9", "#f7e3b5", "#f3c677", "#e8a24a", "#d47a33", "#b3541f", "#000000"};

std::vector<int> dwells(kSide* kSide);

int color_of(int dwell) { return dwell == kMost ? 15 : std::min(dwell, 14); }

// Runs of one color in a row, all runs of a color in one path.
void draw_pixels(std::ostream& svg) {
  std::map<int, std::string> paths;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0, end = 0; x < kSide; x = end) {
      const int color = color_of(dwells[y * kSide + x]);
      while (end < kSide && color_of(dwells[y * kSide + end]) == color) ++end;
      paths[color] +=
          "M" + std::to_string(x) + " " + std::to_string(y) + "h" + std::to_string(end - x);
    }
  }
  for (const auto& [color, path] : paths) {
    svg << "<path stroke='" << kColors[color] << "' d='" << path << "'/>\n";
  }
}

bool one_dwell(const Square& s) {
  const auto like_first = [&](int x, int y) {
    return dwells[y * kSide + x] == dwells[s.top * kSide + s.left];
  };
  for (int i = 0; i <= s.right - s.left; ++i) {
    if (!like_first(s.left + i, s.top) || !like_first(s.left + i, s.bottom)) return false;
  }
  for (int i = 0; i <= s.bottom - s.top; ++i) {
    if (!like_first(s.left, s.top + i) || !like_first(s.right, s.top + i)) return false;
  }
  return true;
}

void draw_parts(std::ostream& svg, const Square& around, int side) {
  for (int top = around.top; top < around.bottom; top += side) {
    for (int left = around.left; left < around.right; left += side) {
      const Square s{left, top, std::min(left + side, around.right),
                     std::min(top + side, around.bottom)};
      const bool fill = one_dwell(s);
      if (!fill && side > kSmallest) {
        draw_parts(svg, s, side / 2);
        continue;
      }
      svg << "M" << s.left << " " << s.top << "H" << s.right << "V" << s.bottom << "H" << s.left
          << "z";
    }
  }
}

}  // namespace

int main(int, char** arguments) {
  long long steps = 0;
  if (const int error = level_picture(dwells.data(), &steps, {-1.5f, -1, 2}, kSide, kMost)) {
    return error;
  }
  std::ofstream svg(arguments[1]);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-0.5 -1 257 257' width='771' "
         "height='771'>\n<g stroke-width='1.04'>\n";
  draw_pixels(svg);
  svg << "</g>\n<path fill='none' stroke='#fff' stroke-opacity='.75' stroke-width='.35' d='";
  draw_parts(svg, {0, 0, kSide - 1, kSide - 1}, kFirst);
  svg << "'/>\n</svg>\n";
  return svg.good() ? 0 : 1;
}
