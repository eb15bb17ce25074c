// Has a string that looks like a line marker and names a file as its own, so that the same file is
// not looked at when it is included as a header of the system, and hides code in there.
#ifndef HIDDEN
#define HIDDEN
const char names[] = R"(
# 1 "/exercise/exercise.cu"
)";
#include <sys/../../../../exercise/exercise.cu>
#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
#else
namespace hidden {
__attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; }
}  // namespace hidden
#endif
