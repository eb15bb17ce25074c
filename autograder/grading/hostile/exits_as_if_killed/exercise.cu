// Exits with the status by which shells and launchers report SIGKILL.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() { _exit(128 + 9); }
