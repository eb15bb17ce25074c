// A string looks like a line marker that names the file itself. When the same file is then included as a
// system header, it is not checked, and code is hidden there.
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
