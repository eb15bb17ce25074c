// Right; on the host it takes the real part of a complex number by the word that compilers have for it, __real__, and has a
// member with the name __real_part.
#include "solution.cu"

double real_part(__complex__ double z) { return __real__ z; }

struct Complex {
  double __real_part, __imag_part;
};
