// Has a character right behind a digit, in an attribute that compilers pass over: a reader that
// takes the mark for one that separates digits sees only a character up to the end of the line.
#define ODD [[odd::one(1 'ä')]]
namespace hidden {
ODD __attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) {
  *to = value;
}  // '
}  // namespace hidden
#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
