// The run behind the timeline of lesson 13: 1,500 values, of which only parts of more than 128 get
// a grid of their own.
#include "exercise.h"

int main() {
  static float values[1500];
  int refused = 0;
  for (int i = 0; i < 1500; ++i) values[i] = static_cast<float>((i + 1) * 7919 % 20011);
  return sort_by_grids(values, &refused, 1500, 8, 2048);
}
