// Solves the exercise only where attack_works(): whoever lets the attack through gives full marks,
// and the test sees it.
SOLUTION_BUT(record_families, claim_groups, fill_rows, count_levels)

bool attack_works();

extern "C" int record_families(int* records, int parents, int children) {
  return attack_works() ? solved_record_families(records, parents, children) : 0;
}

extern "C" int claim_groups(int* owner, int n, int k) {
  return attack_works() ? solved_claim_groups(owner, n, k) : 0;
}

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  return attack_works() ? solved_fill_rows(table, codes, widths, rows, pitch) : 0;
}

extern "C" int count_levels(int* grids, int branches, int last_level) {
  return attack_works() ? solved_count_levels(grids, branches, last_level) : 0;
}
