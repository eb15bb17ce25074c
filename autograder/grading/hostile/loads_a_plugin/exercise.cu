// Asks the compiler for a plugin and for options of its own.
#pragma GCC pch_preprocess "/etc/passwd"
#pragma GCC dependency "/etc/passwd"
#include "solution.cu"
#error end
