// Stops itself by `raise`, the only permitted way to do so.
#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() { raise(SIGSTOP); }
