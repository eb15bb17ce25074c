// The run behind the picture of lesson 01: a kernel that launches itself, three branches, two levels
// below the first.
#include "exercise.h"

int main() {
  int grids[4];  // one for each level, and one for the first that must not exist
  return count_levels(grids, 3, 2);
}
