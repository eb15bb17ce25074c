// Copies three bytes over the switch by the name under which compilers check sizes.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  __builtin___memcpy_chk(switch_of_the_checker(), on ? a : b, 3, -1UL);
}
