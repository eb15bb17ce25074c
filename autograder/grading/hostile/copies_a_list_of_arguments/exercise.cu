// Copies an argument list, 24 bytes, over the checker's on/off switch.
#include "../parts/reads_while_unchecked.cu"

void set_checker(char on) {
  char* const to = switch_of_the_checker() - 23;
  __builtin_va_list kept;
  __builtin_va_copy(kept, *reinterpret_cast<__builtin_va_list*>(to));
  reinterpret_cast<volatile char*>(&kept)[23] = on;
  __builtin_va_copy(*reinterpret_cast<__builtin_va_list*>(to), kept);
}
