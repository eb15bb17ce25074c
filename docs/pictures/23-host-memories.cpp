// The run behind the picture of lesson 23: chunks from and to pinned memory, in two streams by turns.
#include "exercise.h"

int main() {
  static int values[600], result[600];
  for (int i = 0; i < 600; ++i) values[i] = i;
  return work_in_chunks(result, values, 600, 150);
}
