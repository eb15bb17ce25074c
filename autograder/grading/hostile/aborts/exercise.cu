// Calls `abort`.
#include <cstdlib>

#include "../parts/solves_after_attack.cu"

void attack() { std::abort(); }
