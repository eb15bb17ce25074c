// The run behind the picture of lesson 10: three grids at once and then a fourth, and a solver whose
// steps are a chain of tails.
#include "exercise.h"

constexpr int kCount = 256;

int main() {
  static int sums[kCount];
  if (const int error = sum_of_three(sums, kCount)) return error;
  static float cells[kCount];
  cells[0] = 100;
  int steps = 0;
  return relax_until_still(cells, &steps, kCount, 0.001f, 4);
}
