// Writes through a null pointer.

#include "../parts/solves_after_attack.cu"

void attack() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}
