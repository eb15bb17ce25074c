// Makes the emulator's instruction counter add to the checker's on/off switch.

// Has the emulator's own count of instructions add to the switch of the checker: the register in which the
// compiler keeps where to count comes back from the stack, where the program may write.
#include "../parts/reads_while_unchecked.cu"

using Word = unsigned long;
static volatile int ticks = 0;

// Finds the caller's register where this function has saved it.
__attribute__((noinline)) static int exchange_the_register(int times) {
  volatile Word mark = 0;
  volatile Word begin = reinterpret_cast<Word>(&threadIdx);
  const Word counter = begin + OFFSET("threadIdx", "emulator_issued");
  volatile Word at = reinterpret_cast<Word>(&mark);
  auto* const words = reinterpret_cast<volatile Word*>(at);
  for (int i = 0; i < 16; ++i)
    if (words[i] == counter) words[i] = reinterpret_cast<Word>(switch_of_the_checker());
  return times;
}

// Each turn of the loop counts three instructions: 85 make 0 of 1 in the lowest byte, 171 make 1 of 0.
__attribute__((noinline)) static void add_to_the_switch(int times) {
  for (int left = exchange_the_register(times); left > 0; --left) ticks = left;
}

void set_checker(char on) { add_to_the_switch(on ? 171 : 85); }
