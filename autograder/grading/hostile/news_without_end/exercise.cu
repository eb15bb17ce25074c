// Asks `operator new` for memory until it is refused.

#include "../parts/solves_after_attack.cu"

void attack() {
  while (true) {
    for (volatile char* block = new char[1 << 24]; *block != 1;) *block = 1;
  }
}
