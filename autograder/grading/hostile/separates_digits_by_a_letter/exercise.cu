// Puts a character literal right after a digit, in an attribute that compilers ignore. A reader that takes
// the quote for a digit separator overlooks the rest of the line.

// clang-format off
#define ODD [[odd::one(1'ä')]]
namespace hidden {
ODD __attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; }  // '
}  // namespace hidden
// clang-format on

#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
