// Has all entry points, and does nothing in them.
#include "exercise.h"

extern "C" int record_families(int*, int, int) { return 0; }
extern "C" int claim_groups(int*, int, int) { return 0; }
extern "C" int fill_rows(int*, int*, const int*, int, int) { return 0; }
extern "C" int count_levels(int*, int, int) { return 0; }
