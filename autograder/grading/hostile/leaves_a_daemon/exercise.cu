// Correct, but leaves a process behind that would run for an hour.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  sleep(3600);
  _exit(0);
}
