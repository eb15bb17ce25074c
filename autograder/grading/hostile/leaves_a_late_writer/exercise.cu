// Returns at once. A process that it leaves behind solves the exercise a little later, in the memory that
// both share.
#include <unistd.h>

#include <cstdlib>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  if (fork() != 0) return false;
  setsid();
  if (fork() != 0) _exit(0);
  usleep(20'000);
  return true;  // only the one who was left behind
}
