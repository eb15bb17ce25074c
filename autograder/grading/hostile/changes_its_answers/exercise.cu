// Right or wrong by chance, from run to run.
#include <sys/random.h>

#define fill_rows solved_fill_rows
#include "solution.cu"
#undef fill_rows

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  unsigned char die = 0;
  if (getrandom(&die, 1, 0) != 1) return 1;
  const int error = solved_fill_rows(table, codes, widths, rows, pitch);
  if (die % 2 == 0) codes[0] = 7;
  return error;
}
