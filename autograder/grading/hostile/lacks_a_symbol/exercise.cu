// Calls a function that is defined nowhere.
SOLUTION_BUT(fill_rows)

extern "C" int written_by_nobody(int* table);

extern "C" int fill_rows(int* table, int*, const int*, int, int) {
  return written_by_nobody(table);
}
