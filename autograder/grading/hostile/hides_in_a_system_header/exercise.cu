// Defines a macro that a system header uses. The macro's text becomes part of that header and contains a
// function that writes unchecked.
#include <cstdio>

#undef __BEGIN_DECLS
#define __BEGIN_DECLS                                                                          \
  namespace hidden {                                                                           \
  __attribute__((no_sanitize("thread"), noinline)) void put(int* to, int value) { *to = value; } \
  }                                                                                            \
  extern "C" {
#include <search.h>
#undef __BEGIN_DECLS
#define __BEGIN_DECLS extern "C" {

#define WRITE(to, value) hidden::put(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
