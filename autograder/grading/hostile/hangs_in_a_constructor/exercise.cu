// Has a static constructor that never ends, so that the library is never loaded.
#include <unistd.h>

#include "../parts/does_nothing.cu"

namespace {
[[gnu::constructor]] void hang() {
  while (true) pause();
}
}  // namespace
