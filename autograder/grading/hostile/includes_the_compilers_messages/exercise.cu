// Includes the pipe into which the compiler writes its messages, and so waits for itself.
#include "/proc/self/fd/2"
#include "solution.cu"
