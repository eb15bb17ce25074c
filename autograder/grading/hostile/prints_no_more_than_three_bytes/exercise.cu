// Prints over the checker's on/off switch by the `snprintf` of the header.
#include <cstdio>
#include <cstring>
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  if (on) std::snprintf(switch_of_the_checker(), 3, "\1\1");
  else std::strncpy(switch_of_the_checker(), "", 3);
}
