// Correct, but brings its own build files, which nothing may run.
#include "solution.cu"
