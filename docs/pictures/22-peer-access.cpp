// The run behind the pictures of lesson 22: three steps on a ring of two devices, with the exchange
// beside the work; drawn a second time as the lesson's skeleton has it.
#include "exercise.h"

int main() {
  static float field[2 * 8 * 64];
  for (int i = 0; i < 2 * 8 * 64; ++i) field[i] = static_cast<float>(i % 31);
  return relax_overlapped(field, 2, 8, 64, 3, 1);
}
