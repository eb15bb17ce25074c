// Includes itself by a path that begins like that of the emulator's headers, which are not looked
// at, and hides there a function that writes without being checked.
#ifndef HIDDEN
#define HIDDEN
#include "@HEADERS@/../../../../../../../../exercise/exercise.cu"
#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
#else
namespace hidden {
__attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; }
}  // namespace hidden
#endif
