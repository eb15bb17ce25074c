// The run behind the picture of lesson 08: children in streams of their own, side by side; pairs that
// keep their order; posts of several blocks, one at a time.
#include "exercise.h"

int main() {
  static int steps[8 * 32];
  if (const int error = count_steps(steps, 8, 32)) return error;
  static int largest[2 * 3];
  if (const int error = largest_draws(largest, 2, 3, 32)) return error;
  static int entries[6];
  int balance = 0;
  return post_amounts(entries, &balance, 6);
}
