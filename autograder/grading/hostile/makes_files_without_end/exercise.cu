// Makes empty files until no more fit: each costs system memory.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "../parts/solves_after_attack.cu"

void attack() {
  char name[64];
  for (long i = 0;; ++i) {
    std::snprintf(name, sizeof name, "/tmp/%ld", i);
    const int fd = open(name, O_CREAT | O_WRONLY, 0600);
    if (fd >= 0) close(fd);
  }
}
