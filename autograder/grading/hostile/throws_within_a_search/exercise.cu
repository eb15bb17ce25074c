// Correct: throws out of a search within a search, which must not be taken for a return elsewhere.
#include <cstdlib>
SOLUTION_BUT(record_families)

static int ascending(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

static int ascending_without_7(const void* a, const void* b) {
  for (const void* one : {a, b})
    if (*static_cast<const int*>(one) == 7) throw 7;
  return ascending(a, b);
}

static int nested(const void* a, const void* b) {
  int three[3] = {3, 1, 2};
  std::qsort(three, 3, sizeof(int), &ascending);
  if (three[0] != 1) std::abort();
  try {
    int with_7[3] = {1, 7, 2};
    std::qsort(with_7, 3, sizeof(int), &ascending_without_7);
  } catch (int) {
  }
  return ascending(a, b);
}

extern "C" int record_families(int* records, int parents, int children) {
  int numbers[50];
  for (int i = 0; i < 50; ++i) numbers[i] = 50 - i;
  std::qsort(numbers, 50, sizeof(int), &nested);
  return numbers[0] == 1 ? solved_record_families(records, parents, children) : 1;
}
