// Asks for a header by another name of __has_include, so that only compilers know that a quotation
// mark is part of the header's name, and hides a line marker and code in what looks like a string.
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
