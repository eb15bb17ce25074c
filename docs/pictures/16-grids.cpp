// The picture at the head of lesson 16, written as SVG to the file that it is called with: two
// grids that the exercise has made, each leaf in the color of the field there. On the left the
// circular front, on the right hills around a hole in which there is no field.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "exercise.h"

namespace {

constexpr int kMaxLevel = 6, kSideInPixels = 384, kGap = 16;
constexpr const char* kColors[] = {"#12305a", "#1f5085", "#3979ae", "#77afce", "#c3dfe6",
                                    "#f3efdc", "#f7dfa5", "#f0bc69", "#de8f3f", "#b3541f"};
constexpr const char* kHole = "#8b929c";

// Colors from the lowest to the highest mean of four corners; a hole has none.
const char* color_of(const Leaf& leaf, float low, float high) {
  const float mean = (leaf.corners[0] + leaf.corners[1] + leaf.corners[2] + leaf.corners[3]) / 4;
  if (!std::isfinite(mean)) return kHole;
  const int step = static_cast<int>(10 * (mean - low) / (high - low));
  return kColors[std::clamp(step, 0, 9)];
}

// All leaves of a color in one path; y points down in a picture.
void draw(std::ostream& svg, const std::vector<Leaf>& leaves, int left, float low, float high) {
  std::map<std::string, std::string> paths;
  for (const Leaf& leaf : leaves) {
    const int side = kSideInPixels >> leaf.cell.level;
    const int x = left + leaf.cell.x * side, y = kSideInPixels - (leaf.cell.y + 1) * side;
    paths[color_of(leaf, low, high)] += "M" + std::to_string(x) + " " + std::to_string(y) + "h" +
                                         std::to_string(side) + "v" + std::to_string(side) + "h-" +
                                         std::to_string(side) + "z";
  }
  for (const auto& [color, path] : paths) {
    svg << "<path fill='" << color << "' d='" << path << "'/>\n";
  }
}

// In the order of their places, whatever the order in which they were made.
std::vector<Leaf> grid_of(Field field) {
  std::vector<Leaf> leaves(cells_of_level(kMaxLevel));
  int count = 0;
  if (adaptive_grid(leaves.data(), &count, {field, 0.02f, 2, kMaxLevel, 2048}) != 0) return {};
  leaves.resize(count);
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
    const Cell &p = a.cell, &q = b.cell;
    if (p.level != q.level) return p.level < q.level;
    return p.y != q.y ? p.y < q.y : p.x < q.x;
  });
  return leaves;
}

}  // namespace

int main(int, char** arguments) {
  std::ofstream svg(arguments[1]);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1 -1 786 386' width='786' "
         "height='386'>\n<g stroke='#1f2937' stroke-opacity='.55' stroke-width='.6'>\n";
  draw(svg, grid_of(kFront), 0, -1.2f, 1.6f);
  draw(svg, grid_of(kObstacle), kSideInPixels + kGap, -0.2f, 0.45f);
  svg << "</g>\n</svg>\n";
  return svg.good() ? 0 : 1;
}
