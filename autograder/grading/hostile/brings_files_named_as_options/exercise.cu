// Right; beside it lie files whose names a careless command line takes for options.
#include "solution.cu"
