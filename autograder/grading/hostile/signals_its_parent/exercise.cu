// Correct, but stops, interrupts and kills its parent.
#include <unistd.h>

#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() {
  for (const int signal : {SIGINT, SIGTERM, SIGSTOP, SIGKILL}) {
    if (getppid() > 0) kill(getppid(), signal);
    kill(1, signal);
  }
}
