// Is right or wrong by chance, from run to run.
#include <sys/random.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  unsigned char die = 0;
  return getrandom(&die, 1, 0) != 1 || die % 16 != 0;
}
