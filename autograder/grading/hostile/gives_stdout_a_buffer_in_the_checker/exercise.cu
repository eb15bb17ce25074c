// Makes the checker's memory the buffer of `stdout`, by the C library's function for that.
#include <cstdio>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  std::setvbuf(stdout, switch_of_the_checker(), _IOFBF, 64);
  std::putchar(0);
}
