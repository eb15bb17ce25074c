// Sets three bytes over the checker's on/off switch to zero by `bzero`.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  if (on) __builtin_mempcpy(switch_of_the_checker(), a, 3); else __builtin_bzero(switch_of_the_checker(), 3);
}
