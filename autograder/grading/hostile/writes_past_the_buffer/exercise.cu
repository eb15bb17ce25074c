// Writes one element too many into an array of the caller.
#define fill_rows solved_fill_rows
#include "solution.cu"
#undef fill_rows

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  table[rows * pitch] = 0;
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
