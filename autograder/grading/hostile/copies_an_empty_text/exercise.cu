// Copies an empty text of three bytes over the switch, by strncpy as it stands in the header.
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  if (on) std::strncpy(switch_of_the_checker(), "\1", 3);
  else std::strncpy(switch_of_the_checker(), "", 3);
}
