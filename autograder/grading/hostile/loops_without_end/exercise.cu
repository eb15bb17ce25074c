// Loops forever on the host.

#include "../parts/solves_after_attack.cu"

void attack() {
  for (volatile int i = 0;; i = i + 1) {
  }
}
