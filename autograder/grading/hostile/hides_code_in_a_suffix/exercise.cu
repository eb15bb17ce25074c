// Gives a string the suffix R. Compilers see two strings with code between them, but a reader that takes R
// and a quotation mark for a raw string does not see that code.
#include "../parts/writes_without_a_barrier.cu"

int operator""R(const char*, unsigned long) { return 0; }

// Compilers read a function behind the two strings, whose accesses have no hooks.
const int hidden = ""R"(";
__attribute__((no_sanitize("thread"), noinline)) static void write_unseen(int* to, int value) { *to = value; }
const char* const closed = ")";

__device__ void write_numbers(Numbers* to, int first) {
  for (int k = 0; k < kMany; ++k) write_unseen(&to->of[k], first + k);
}
