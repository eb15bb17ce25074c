// Asks the compiler for a plugin and for its own options.
#pragma GCC pch_preprocess "/etc/passwd"
#pragma GCC dependency "/etc/passwd"
#include "solution.cu"
#error end
