// Gives stdout the memory of the checker for a buffer, as the C library has a function for.
#include <cstdio>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  std::setvbuf(stdout, switch_of_the_checker(), _IOFBF, 64);
  std::putchar(0);
}
