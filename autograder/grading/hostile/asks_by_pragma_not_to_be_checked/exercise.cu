// Asks the compiler to leave out the checker's hooks, by pragmas and by attributes in other spellings.
#include <cuda_runtime.h>

#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
#pragma GCC push_options
#pragma GCC optimize("no-sanitize=thread")
[[using gnu: noinline, __no_sanitize_thread__]] __device__ void write_unseen(int* to, int value) {
  *to = value;
}
const auto also = [](int* to) [[gnu::no_sanitize("thread")]] { *to = 0; };
struct Third {
  void put(int* to) __attribute((__no_sanitize__("thread"), disable_sanitizer_instrumentation));
};
#pragma GCC pop_options
#pragma clang attribute pop
#define WRITE(to, value) write_unseen(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
