// Prints without end.
#include <cstdio>

#include "../parts/solves_after_attack.cu"

void attack() {
  while (true) std::puts("All checks passed. All checks passed. All checks passed.");
}
