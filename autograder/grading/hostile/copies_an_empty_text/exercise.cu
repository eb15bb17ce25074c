// Overwrites the checker's on/off switch with three zero bytes by the `strncpy` of the header.
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  if (on) std::strncpy(switch_of_the_checker(), "\1", 3);
  else std::strncpy(switch_of_the_checker(), "", 3);
}
