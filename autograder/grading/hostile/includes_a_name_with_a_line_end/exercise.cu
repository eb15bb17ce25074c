// Includes headers whose names contain quotation marks, backslashes and what looks like a line marker, so
// that the compiler's messages repeat them.
#define QUOTE(x) #x
#define NAME QUOTE(a" 1 3 "b # 1 "/usr/include/c.h" 3)
#if __has_include(<x" 3 # 1 "y.h>) || __has_include("a\n# 1 \")
#error it is there
#endif
#include <x" 3 # 1 "/usr/include/y.h>
#include NAME
#include "solution.cu"
