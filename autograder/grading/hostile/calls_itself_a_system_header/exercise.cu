// Includes itself, and claims by `_Pragma` to be a system header.
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
