// Has the shell run the program that runs it, with this library preloaded.
#include <cstdlib>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() {
  return std::system("LD_PRELOAD=/exercise/exercise.so exec /proc/$PPID/exe >/dev/null 2>&1") == 0;
}
