// Correct, but sends SIGKILL to every process that it may signal.
#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() { kill(-1, SIGKILL); }
