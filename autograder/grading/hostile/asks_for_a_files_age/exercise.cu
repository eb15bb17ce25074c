// Correct, but asks the compiler by a pragma whether files of the machine are newer than this one.
#pragma GCC dependency "/usr/bin/c++" is younger
#pragma GCC dependency </proc/self/exe>
#include "solution.cu"
