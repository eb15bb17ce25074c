// Includes itself.
#include __FILE__
#include "solution.cu"
