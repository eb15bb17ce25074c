// Includes itself, and says by _Pragma that this is a header of the system.
#ifndef AGAIN
#define AGAIN
#include "exercise.cu"
#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
#else
_Pragma("GCC system_header")
namespace hidden {
__attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; }
}  // namespace hidden
#endif
