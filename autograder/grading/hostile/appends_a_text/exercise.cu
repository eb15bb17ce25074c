// Appends a text over the switch by strcat, whose end compilers copy without a hook.
#include <cstring>
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  if (on == 0) return static_cast<void>(std::strncpy(switch_of_the_checker(), "", 3));
  std::strcat(switch_of_the_checker(), "\1\1");  // there is a zero
}
