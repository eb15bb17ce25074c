// Has a nonzero array of 4 GB, all of which the object file must contain.
#include "solution.cu"

struct Large {
  char bytes[1L << 32] = {1};
};
Large large;
