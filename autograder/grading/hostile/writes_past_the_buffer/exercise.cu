// Writes one element too many into an array of the caller.
SOLUTION_BUT(fill_rows)

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  table[rows * pitch] = 0;
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
