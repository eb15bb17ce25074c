// Correct, but its host code takes the real part of a complex number by the compilers' word `__real__`, and
// has a member named `__real_part`.
#include "solution.cu"

double real_part(__complex__ double z) { return __real__ z; }

struct Complex {
  double __real_part, __imag_part;
};
