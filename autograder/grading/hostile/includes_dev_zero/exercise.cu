// Includes a file without end.
#include "/dev/zero"
#include "solution.cu"
