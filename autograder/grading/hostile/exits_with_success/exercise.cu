// Exits with success before it has done its work.
#include <cstdlib>

#include "../parts/solves_after_attack.cu"

void attack() { std::exit(0); }
