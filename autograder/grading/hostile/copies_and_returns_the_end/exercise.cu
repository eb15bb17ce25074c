// Copies three bytes over the checker's on/off switch by `mempcpy`.
#include "../parts/reads_while_unchecked.cu"
static const char a[4] = {1}, b[4] = {};
void set_checker(char on) {
  __builtin_mempcpy(switch_of_the_checker(), on ? a : b, 3);
}
