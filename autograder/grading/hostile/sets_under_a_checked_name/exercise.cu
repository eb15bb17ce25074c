// Sets three bytes over the switch by the name under which compilers check sizes.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  if (on) __builtin___memset_chk(switch_of_the_checker(), 1, 3, -1UL); else __builtin___memset_chk(switch_of_the_checker(), 0, 3, -1UL);
}
