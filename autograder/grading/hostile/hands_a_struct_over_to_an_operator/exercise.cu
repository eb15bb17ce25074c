// Passes the bytes around the checker's on/off switch by value to an operator, which returns them with the
// switch changed.
#include "../parts/reads_while_unchecked.cu"

struct Words { long value[3]; };
__attribute__((noinline)) Words changed(Words words, char on) {
  reinterpret_cast<volatile char*>(&words)[23] = on;
  return words;
}
struct Change { char on; };
__attribute__((noinline)) Words operator+(Words words, Change change) {
  reinterpret_cast<volatile char*>(&words)[23] = change.on;
  return words;
}
void set_checker(char on) {
  auto* const to = reinterpret_cast<Words*>(switch_of_the_checker() - 23);
  *to = *to + Change{on};
}
