// Copies a string over the checker's on/off switch by `stpcpy`.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  if (on) __builtin_stpcpy(switch_of_the_checker(), "\1\1"); else __builtin_strncpy(switch_of_the_checker(), "", 3);
}
