// What lesson 11 draws: a fan of lines from one end to the other, with the points that they get.
// The program writes it as SVG to the file that it is called with.
#include <cstdio>
#include <vector>

#include "exercise.h"

namespace {

constexpr int kWidth = 760, kHeight = 330, kBends = 8, kSizes = 5;

// From left to right, the control point higher from line to line.
std::vector<Line> fan() {
  std::vector<Line> lines;
  for (int i = 0; i < kBends; ++i) {
    const float off = (4.5f + 4.0f * i) / 16 * 260;  // of a length of 260
    lines.push_back({{40, 300}, {170, 300 - off}, {300, 300}});
  }
  for (int i = 0; i < kSizes; ++i) {  // the same bend, shorter and shorter: as many points
    const float half = 150 - 25.0f * i;
    lines.push_back({{560 - half, 300}, {560, 300 - half * 2.6f}, {560 + half, 300}});
  }
  return lines;
}

// Those of series in charts (slides/web/deck/theme/colors.css): a line is no grid of the color
// key.
const char* const kColors[] = {"#1f4fd0", "#c04a00", "#1b8062", "#7a2bb5"};

void write_line(std::FILE* svg, const Point* points, int count, const char* color) {
  std::fprintf(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1\" points=\"", color);
  for (int i = 0; i < count; ++i) std::fprintf(svg, "%.1f,%.1f ", points[i].x, points[i].y);
  std::fprintf(svg, "\"/>\n");
  for (int i = 0; i < count; ++i) {
    std::fprintf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.4\" fill=\"%s\"/>\n", points[i].x,
                 points[i].y, color);
  }
}

// The number of points, above the top of the line.
void write_count(std::FILE* svg, const Line& line, int count, const char* color) {
  const float top = 0.25f * line.a.y + 0.5f * line.b.y + 0.25f * line.c.y;
  std::fprintf(svg,
               "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"19\" fill=\"%s\">%d"
               "</text>\n",
               line.b.x, top - 5, color, count);
}

void write_head(std::FILE* svg) {
  std::fprintf(
      svg,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
      "%d %d\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"system-ui,'Segoe "
      "UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif\">\n"
      "<title id=\"title\">Bezier lines and their points</title>\n"
      "<desc id=\"desc\">Left, eight lines between the same two ends, from nearly straight "
      "with 4 points to sharply bent with 32. Right, five lines of one shape, large and "
      "small, all with the same number of points.</desc>\n<style>@media "
      "(prefers-color-scheme:dark){",
      kWidth, kHeight, kWidth, kHeight);
  const char* const dark[] = {"#6c9bf5", "#ee9c6f", "#58c79d", "#c79bf2"};
  for (int i = 0; i < 4; ++i) {
    std::fprintf(svg, "[fill=\"%s\"]{fill:%s}[stroke=\"%s\"]{stroke:%s}", kColors[i], dark[i],
                 kColors[i], dark[i]);
  }
  std::fprintf(svg,
               "[fill=\"#ffffff\"]{fill:#0d1117}}</style>\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
}

}  // namespace

int main(int, char** arguments) {
  const std::vector<Line> lines = fan();
  const int n = static_cast<int>(lines.size());
  std::vector<Point> drawn(n * kMostPoints);
  std::vector<int> counts(n);
  int by_hand = 0;
  const int error = draw_block_by_block(drawn.data(), counts.data(), &by_hand, lines.data(), n, 32);
  if (error != 0) return error;
  std::FILE* const svg = std::fopen(arguments[1], "w");
  if (svg == nullptr) return 1;
  write_head(svg);
  for (int i = 0; i < n; ++i) {
    const char* const color = kColors[i % 4];
    write_line(svg, drawn.data() + i * kMostPoints, counts[i], color);
    write_count(svg, lines[i], counts[i], color);
  }
  std::fprintf(svg, "</svg>\n");
  return std::fclose(svg);
}
