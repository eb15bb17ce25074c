// An array of 4 GB that is not zero, so that the object file has all of it.
#include "solution.cu"

struct Large {
  char bytes[1L << 32] = {1};
};
Large large;
