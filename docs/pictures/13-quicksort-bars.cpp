// Draws what quicksort does to 96 values, into the file that is its argument: as they come, split
// once by a block, each outer part split again, and sorted by grids. A bar is a value; its color
// says where it stood to the pivot of the last split.
#include <fstream>
#include <string>
#include <vector>

#include "exercise.h"

namespace {

constexpr int kCount = 96, kBar = 7, kHigh = 90, kRow = 130;

using Colors = std::vector<const char*>;
const char* const kUnknown = "#8a8f98";
const char* const kBefore = "#3b82c4";
const char* const kEqual = "#222222";
const char* const kBehind = "#d9822b";

// Splits [first, last) around its middle value and says where the middle part is.
bool split(std::vector<float>& values, Colors& colors, int first, int last, int* less,
           int* more) {
  float* const part = values.data() + first;
  const int n = last - first;
  if (split_in_three(part, less, more, n, part[n / 2]) != 0) return false;
  for (int i = 0; i < n; ++i) {
    colors[first + i] = i < *less ? kBefore : i < *more ? kEqual : kBehind;
  }
  *less += first;
  *more += first;
  return true;
}

void draw(std::ofstream& out, int row, const char* title, const std::vector<float>& values,
          const Colors& colors) {
  const int base = row * kRow + 20 + kHigh;
  out << "<text x=\"10\" y=\"" << row * kRow + 16 << "\">" << title << "</text>\n";
  for (int i = 0; i < kCount; ++i) {
    const int high = 4 + static_cast<int>(values[i]) * (kHigh - 4) / kCount;
    out << "<rect x=\"" << 10 + i * kBar << "\" y=\"" << base - high << "\" width=\"" << kBar - 1
        << "\" height=\"" << high << "\" fill=\"" << colors[i] << "\"/>\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  std::ofstream out(argv[1]);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << 20 + kCount * kBar << " "
      << 4 * kRow << "\" font-family=\"sans-serif\" font-size=\"18\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  std::vector<float> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<float>((i * 59 + 17) % 97 % kCount);
  Colors colors(kCount, kUnknown);
  draw(out, 0, "as they come", values, colors);
  int less = 0, more = 0, unused = 0, refused = 0;
  if (!split(values, colors, 0, kCount, &less, &more)) return 1;
  draw(out, 1, "split: before the pivot, equal to it, after it", values, colors);
  int unused_too = 0;
  if (!split(values, colors, 0, less, &unused, &unused_too)) return 1;
  if (!split(values, colors, more, kCount, &unused, &unused_too)) return 1;
  draw(out, 2, "both outer parts split again, independently of each other", values, colors);
  if (sort_by_grids(values.data(), &refused, kCount, 8, 2048) != 0) return 1;
  draw(out, 3, "sorted", values, Colors(kCount, kBefore));
  out << "</svg>\n";
  return 0;
}
