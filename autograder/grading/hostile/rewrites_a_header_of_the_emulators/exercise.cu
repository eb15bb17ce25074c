// Gives a word in the emulator's headers another meaning, because code there may run without hooks.
#define any                                                                              \
  any_lane() const { return false; }                                                     \
  __attribute__((no_sanitize("thread"), noinline)) static void put(int* to, int value) { \
    *to = value;                                                                         \
  }                                                                                      \
  bool any
#include <cooperative_groups.h>
#undef any

#define WRITE(to, value) cooperative_groups::coalesced_group::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
