// The run behind the picture of lesson 04: three blocks take memory from the heap; in the NULL
// stream of each, the grid that uses it is followed by the grid that gives it back.
#include "exercise.h"

int main() {
  const int sizes[] = {3000, 400, 9000};
  int sums[3];
  return sums_of_products(sums, sizes, 3, 1);
}
