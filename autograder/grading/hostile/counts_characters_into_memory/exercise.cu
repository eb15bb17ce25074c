// Writes a number by printf, as the count of characters printed so far, with a flag between the
// percent sign and the n that those do not know who look for it.
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
