// Recurses on the host until the stack is full.

#include "../parts/solves_after_attack.cu"

int deeper(volatile int* above) {
  volatile int here[1024] = {*above};
  return deeper(here) + here[0];
}

void attack() {
  volatile int bottom = 0;
  deeper(&bottom);
}
