// Prints two letters over the checker's on/off switch by the `sprintf` of the header, which compilers turn
// into a copy without a hook.
#include <cstdio>
#include <cstring>
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  if (on) std::sprintf(switch_of_the_checker(), "\1\1");
  else std::strncpy(switch_of_the_checker(), "", 3);
}
