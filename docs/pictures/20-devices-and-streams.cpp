// The run behind the pictures of lesson 20: 384 decks on two devices, three tiles each.
#include "exercise.h"

int main() {
  static int counts[384], decks[384];
  int current_after;
  for (int i = 0; i < 384; ++i) decks[i] = 2 * (i % 30) + 2;
  return shuffle_counts(counts, decks, 384, 2, 0, &current_after);
}
