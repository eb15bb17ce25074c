// Switches the checker off by environment variables, before and after it is loaded.
#include <cstdlib>

#include "../parts/writes_out_of_bounds.cu"

[[gnu::constructor]] void switch_off() {
  setenv("EMULATOR_CHECK", "0", 1);
  setenv("EMULATOR_REPORT", "/dev/null", 1);
}

void blind() { switch_off(); }
