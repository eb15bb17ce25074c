// Has `va_start` write an argument list over the checker's on/off switch.
#include "../parts/reads_while_unchecked.cu"

static void begin(int zero, double last, ...) {
  // Its third and fourth word are pointers, whose upper bytes are zero.
  __builtin_va_start(*reinterpret_cast<__builtin_va_list*>(switch_of_the_checker() - 23), last);
}
static const char a[4] = {1};
void set_checker(char on) {
  if (on == 0) return begin(0, 1.0);
  char* const to = switch_of_the_checker();
  __builtin_mempcpy(to, a, 3);
}
