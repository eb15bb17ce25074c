// Is right only if it finds the mark that an earlier run left in which processors the process that starts
// both may use.
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
