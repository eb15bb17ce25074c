// Includes the pipe to which the compiler writes its messages, so that the compiler waits for itself.
#include "/proc/self/fd/2"
#include "solution.cu"
