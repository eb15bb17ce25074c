// Correct, but has 60 MB of nonzero data, so that every version leaves a library of that size on the grader's
// disk.
#include "solution.cu"

char ballast[60 << 20] = {1};
