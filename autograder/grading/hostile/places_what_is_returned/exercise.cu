// Makes an object over the switch, in place, of what a function returns: there is no assignment to be translated.
#include "../parts/reads_while_unchecked.cu"

#include <new>
struct Words { long value[3]; };
__attribute__((noinline)) Words changed(Words words, char on) {
  reinterpret_cast<volatile char*>(&words)[23] = on;
  return words;
}
void set_checker(char on) {
  auto* const to = reinterpret_cast<Words*>(switch_of_the_checker() - 23);
  new (to) Words(changed(*to, on));
}
