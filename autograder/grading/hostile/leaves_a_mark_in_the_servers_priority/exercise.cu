// Is right only if it finds the mark that an earlier run left in the priority of the process that starts
// both.
#include <sys/resource.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  if (getpriority(PRIO_PROCESS, 0) == 7) return true;
  setpriority(PRIO_PROCESS, 1, 7);
  return false;
}
