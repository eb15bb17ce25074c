// Right, and sends SIGKILL to every process that it may send it to.
#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() { kill(-1, SIGKILL); }
