// Correct, but opens files until no file descriptor is left.
#include <fcntl.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  while (open("/dev/null", O_RDONLY) >= 0) {
  }
}
