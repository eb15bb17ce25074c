// Correct, but registers an exit function that never ends.
#include <unistd.h>

#include <cstdlib>

#include "../parts/solves_after_attack.cu"

void hang() {
  while (true) pause();
}

void attack() { std::atexit(hang); }
