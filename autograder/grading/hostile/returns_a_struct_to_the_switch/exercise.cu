// Makes an operator return a large struct over the checker's on/off switch, because nothing tells the checker
// where it goes.
#include "../parts/reads_while_unchecked.cu"

struct Words { long value[3]; };
static_assert(sizeof(Words) == 24);
__attribute__((noinline)) Words operator+(const Words& a, int) { return a; }
void set_checker(char on) {
  char* const to = switch_of_the_checker() - 23;
  __builtin_va_list kept;
  __builtin_va_copy(kept, *reinterpret_cast<__builtin_va_list*>(to));
  reinterpret_cast<volatile char*>(&kept)[23] = on;
  *reinterpret_cast<Words*>(to) = *reinterpret_cast<Words*>(&kept) + 0;
}
