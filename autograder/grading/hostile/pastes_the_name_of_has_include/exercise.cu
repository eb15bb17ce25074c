// Joins `__has_include` from two halves, so that no line contains the name. A line marker and code are hidden
// in what looks like a string.
#define JOINED(a, b) a##b
#if JOINED(__has_, include)(<R"(>)
#endif
# 1 "<hidden>" 3
namespace hidden {
__attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; }
}  // namespace hidden
# 10 "exercise.cu"
// )"
#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
