// Correct, but closes every file descriptor.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}
