// The run behind the timeline of lesson 16: the circular front, from 16 cells down to level 6.
#include <vector>

#include "exercise.h"

int main() {
  const Rules rules{kFront, 0.02f, 2, 6, 2048};
  std::vector<Leaf> leaves(cells_of_level(rules.max_level));
  int count = 0;
  return adaptive_grid(leaves.data(), &count, rules);
}
