// A static constructor replaces the process by the same program, with this library loaded before
// all.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

#include "../parts/does_nothing.cu"

namespace {
[[gnu::constructor]] void begin_again() {
  Dl_info info{};
  if (getenv("LD_PRELOAD") != nullptr) return;
  if (dladdr(reinterpret_cast<void*>(&begin_again), &info) == 0) return;
  setenv("LD_PRELOAD", info.dli_fname, 1);
  char program[] = "/proc/self/exe";
  char* arguments[] = {program, nullptr};
  execv(program, arguments);
}
}  // namespace
