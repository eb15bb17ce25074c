// Makes the leaves of lesson 16's circle down to level 7, for clock.py.
#include <vector>

#include "exercise.h"

int main() {
  const Rules rules{kFront, 0.005f, 2, 7, 8192};
  std::vector<Leaf> leaves(cells_of_level(rules.max_level));
  int count = 0;
  return adaptive_grid(leaves.data(), &count, rules);
}
