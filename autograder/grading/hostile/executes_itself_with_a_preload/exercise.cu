// A static constructor replaces the process with the same program, with this library preloaded.
#include <unistd.h>

#include <cstdlib>

#include "../parts/does_nothing.cu"

namespace {
[[gnu::constructor]] void begin_again() {
  if (getenv("LD_PRELOAD") != nullptr) return;
  setenv("LD_PRELOAD", "/exercise/exercise.so", 1);
  char program[] = "/proc/self/exe";
  char* arguments[] = {program, nullptr};
  execv(program, arguments);
}
}  // namespace
