// Sorts so many elements that no number can hold their size in bytes, and throws as soon as two have been
// swapped.
#include <cstdlib>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

int compared = 0;  // twice would bring the two back

int compare(const void*, const void*) {
  if (compared++ == 0) return 1;
  throw compared;
}

void blind() {
  constexpr unsigned long kSize = 2, kCount = (1UL << 63) + 1;  // two bytes in all, modulo 2^64
  if (compared != 0) return;
  try {
    std::qsort(switch_of_the_checker(), kCount, kSize, compare);
  } catch (int) {
  }
}
