// Ends the process by `_exit`, so that nothing is cleaned up or reported.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() { _exit(0); }
