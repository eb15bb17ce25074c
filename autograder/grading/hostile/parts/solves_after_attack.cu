// Solves the exercise; before it fills rows, which one check of 3 points looks at, it calls
// attack().
SOLUTION_BUT(fill_rows)

void attack();

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  attack();
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
