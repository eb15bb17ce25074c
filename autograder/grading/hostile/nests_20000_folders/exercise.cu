// Correct, but leaves 20,000 nested folders behind.
#include <sys/stat.h>
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  if (chdir("/tmp") != 0) return;
  for (int i = 0; i < 20'000; ++i) {
    if (mkdir("in", 0700) != 0 || chdir("in") != 0) return;
  }
}
