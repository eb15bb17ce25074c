// Correct, but sleeps in every call, long enough that all its runs together take most of a minute.
#include <unistd.h>

SOLUTION_BUT(record_families, claim_groups, fill_rows, count_levels)

void rest() { usleep(800'000); }

extern "C" int record_families(int* records, int parents, int children) {
  rest();
  return solved_record_families(records, parents, children);
}

extern "C" int claim_groups(int* owner, int n, int k) {
  rest();
  return solved_claim_groups(owner, n, k);
}

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  rest();
  return solved_fill_rows(table, codes, widths, rows, pitch);
}

extern "C" int count_levels(int* grids, int branches, int last_level) {
  rest();
  return solved_count_levels(grids, branches, last_level);
}
