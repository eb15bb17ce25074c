// Has a constructor with a priority that is computed, before those of the emulator.
#include "../parts/writes_out_of_bounds.cu"

constexpr int kEarly = 40;
__attribute__((constructor(kEarly + 1))) void first() {}

void blind() {}
