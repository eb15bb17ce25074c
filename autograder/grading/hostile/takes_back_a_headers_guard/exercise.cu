// Includes a system header at the beginning, as usual, and again with its include guard undefined. One word
// of the header then hides a function.
#include <alloca.h>

#undef _ALLOCA_H
#define __size                                                                                   \
  __size) noexcept(true);                                                                        \
  }                                                                                              \
  namespace hidden {                                                                             \
  __attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; } \
  }                                                                                              \
  extern "C" {                                                                                   \
  extern void* alloca(size_t __size
#include <alloca.h>
#undef __size

#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
