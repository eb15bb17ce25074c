// Constructs an object from a function's result in place, over the checker's on/off switch. There is no
// assignment that the emulator could translate.
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
