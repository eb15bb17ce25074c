// Makes `snprintf` print the checker's on/off switch, which the program may not read itself. It is right only
// if that works.
#include <cstdio>

#include "../parts/solves_if_attack_works.cu"
#include "../parts/switch_of_the_checker.cu"

// The switch is on, so that there is a text of one character.
bool attack_works() {
  char text[8] = {}, format[] = {'%', '.', '1', 's', 0};
  std::snprintf(text, sizeof text, format, switch_of_the_checker());
  return text[0] == 1;
}
