// Tries to create its own namespaces, in which it would be root.
#include <sched.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  for (const int kind : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
                         CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    if (unshare(kind) == 0) return true;
  }
  return false;
}
