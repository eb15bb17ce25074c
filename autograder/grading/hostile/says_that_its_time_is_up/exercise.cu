// Sends itself the signal that the system sends when the processor time is used up.
#include <csignal>

#include "../parts/solves_after_attack.cu"

void attack() { raise(SIGXCPU); }
