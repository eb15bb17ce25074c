// The run behind the picture of lesson 07: a recursion of three levels, in which each node is added
// up by a tail that waits for both halves and for their tails.
#include "exercise.h"

int main() {
  int values[40];
  for (int i = 0; i < 40; ++i) values[i] = i;
  long long sums[7];
  return tree_sum(sums, 7, values, 40, 10);
}
