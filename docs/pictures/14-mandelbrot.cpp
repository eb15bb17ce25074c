// The run behind the timeline of lesson 14: the same few squares twice, first with a launch for each
// of them, then with one for each level.
#include "exercise.h"

int main() {
  constexpr int kSide = 65, kMost = 24, kPool = 2048;
  const View view{-2.0f, -1.62f, 1.6f};
  static int dwells[kSide * kSide];
  long long steps = 0;
  int refused = 0;
  if (const int error = recursive_picture(dwells, &steps, &refused, view, kSide, kMost, kPool)) {
    return error;
  }
  return level_picture(dwells, &steps, view, kSide, kMost);
}
