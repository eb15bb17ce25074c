// Sorts as one of the versions of lesson 13 does, for clock.py: VERSION NUMBER_OF_VALUES.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "exercise.h"

int main(int, char** arguments) {
  const int n = std::atoi(arguments[2]);
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = 0.25f * static_cast<float>((i + 1) * 7919 % 20011) - 900;
  if (!std::strcmp(arguments[1], "plain")) return sort_plainly(values.data(), n);
  if (!std::strcmp(arguments[1], "one_block")) return sort_in_one_block(values.data(), n);
  int refused = 0;
  return sort_by_grids(values.data(), &refused, n, 1000, 8192) + refused;
}
