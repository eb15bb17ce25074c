// Right, and puts its standard output in the place of every descriptor.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (int fd = 3; fd < 256; ++fd) dup2(1, fd);
}
