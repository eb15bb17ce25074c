// A constructor that runs last makes the border to the emulator write over the checker's on/off switch, and
// then the program reads beyond an array.

// A constructor has the border write over what the checker's switch is made of, before hooks are known; reads beyond an array.
#include "../parts/reads_while_unchecked.cu"

void set_checker(char) {}  // it is off

__attribute__((noinline)) static void move_the_border() {
  volatile unsigned long mark = 0;
  using Free = cudaError_t(void*);
  volatile auto begin = reinterpret_cast<unsigned long>(static_cast<Free*>(&cudaFree));
  const unsigned long border = begin + OFFSET("cudaFree", "emulator_came_back");
  volatile unsigned long at = reinterpret_cast<unsigned long>(&mark);
  auto* const words = reinterpret_cast<volatile unsigned long*>(at);
  for (int i = 0; i < 100; ++i) {
    if (words[i] != border) continue;
    volatile unsigned long threads = reinterpret_cast<unsigned long>(&threadIdx);
    // The switch itself would be set again when the last constructor has told that hooks are here.
    words[i + 1] = threads + OFFSET("threadIdx", "emu::emulator.checker.settings.wanted");
    words[i + 2] = 0;
    return;
  }
}
__attribute__((constructor(65535))) static void construct() { move_the_border(); }
