// Stops itself by the one way that is allowed, raise.
#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() { raise(SIGSTOP); }
