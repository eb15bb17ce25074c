// The run behind the picture of lesson 09: a diamond of four grids, then a wavefront over four rows
// of five tiles.
#include "exercise.h"

int main() {
  static int result[256];
  if (const int error = diamond(result, 256)) return error;
  static int a[64], b[80], table[65 * 81];
  for (int i = 0; i < 64; ++i) a[i] = i % 5;
  for (int i = 0; i < 80; ++i) b[i] = i % 7;
  return edit_distances(table, a, b, 64, 80);
}
