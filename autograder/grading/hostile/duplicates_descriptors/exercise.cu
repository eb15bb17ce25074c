// Correct, but replaces every file descriptor with its standard output.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (int fd = 3; fd < 256; ++fd) dup2(1, fd);
}
