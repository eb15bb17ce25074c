// Writes a number with the `%n` of `printf`, the count of characters so far. A flag between the percent sign
// and the n hides it from a simple search.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void write_unseen(int* to, int value) {
  if (value == 0)
    printf("%In", to);
  else
    printf("%*c%In", value, ' ', to);
}
#define WRITE(to, value) write_unseen(to, value)
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
