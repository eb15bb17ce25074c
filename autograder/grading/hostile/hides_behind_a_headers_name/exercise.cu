// Uses `__has_include` under another name, so that only compilers know that a quotation mark belongs to a
// header's name. A line marker and code are hidden in what looks like a string.
#define IS_THERE __has_include
#if IS_THERE(<R"(>)
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
