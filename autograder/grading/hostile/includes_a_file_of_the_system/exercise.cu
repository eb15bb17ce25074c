// Includes a file of the machine, so that the compiler quotes it.
#include "/etc/passwd"
#include "/etc/shadow"
#include "solution.cu"
