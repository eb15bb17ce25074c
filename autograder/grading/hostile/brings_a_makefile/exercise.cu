// Right, and brings build files of its own, which nobody may run.
#include "solution.cu"
