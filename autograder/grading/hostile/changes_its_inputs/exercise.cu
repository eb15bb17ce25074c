// Changes the widths that it is given, to make the task easier.
SOLUTION_BUT(fill_rows)

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  for (int row = 0; row < rows; ++row) const_cast<int*>(widths)[row] = 1;
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
