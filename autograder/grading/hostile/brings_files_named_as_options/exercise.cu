// Correct, but the files next to it have names that a careless command line takes for options.
#include "solution.cu"
