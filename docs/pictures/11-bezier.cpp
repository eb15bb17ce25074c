// The run behind the picture of lesson 11: twelve lines drawn three times, with a child for each in
// the NULL stream, with one for each that waits for no other, and with one for all of them.
#include <vector>

#include "exercise.h"

int main() {
  constexpr int n = 12;
  std::vector<Line> lines;
  for (int i = 0; i < n; ++i) {
    const float x = i;
    lines.push_back({{x, 0}, {x + 0.5f, 0.2f * x}, {x + 1, 0}});
  }
  std::vector<Point> drawn(n * kMostPoints);
  std::vector<int> counts(n);
  int by_hand = 0;
  int error = draw_with_children(drawn.data(), counts.data(), &by_hand, lines.data(), n, 32, 0);
  if (error == 0)
    error = draw_side_by_side(drawn.data(), counts.data(), &by_hand, lines.data(), n, 32);
  if (error == 0)
    error = draw_block_by_block(drawn.data(), counts.data(), &by_hand, lines.data(), n, 32);
  return error;
}
