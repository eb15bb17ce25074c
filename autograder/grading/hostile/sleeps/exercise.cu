// Sleeps for an hour, which costs no processor time.
#include <unistd.h>

#include "../parts/solves_after_attack.cu"

void attack() { sleep(3600); }
