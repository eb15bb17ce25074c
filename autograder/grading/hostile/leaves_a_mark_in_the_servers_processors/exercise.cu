// Leaves a mark for the next run in the processors that the process which starts both may use: then it is right.
#include <sched.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  if (CPU_COUNT(&set) == 1) return true;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  sched_setaffinity(1, sizeof set, &set);
  return false;
}
