// Reads schedule and seed from the emulator's memory by `mempcpy`, and is right only under the publicly known
// ones.
#include "../parts/solves_if_attack_works.cu"

static unsigned long word_at(unsigned long address) {
  volatile unsigned long word = 0;
  __builtin_mempcpy(const_cast<unsigned long*>(&word), reinterpret_cast<const char*>(address), 7);
  return word;
}
bool attack_works() {
  volatile unsigned long begin = reinterpret_cast<unsigned long>(&threadIdx);
  const unsigned long record = begin + OFFSET("threadIdx", "emu::emulator.record");
  const unsigned long text = word_at(word_at(record)), seed = word_at(record + 32);
  const bool is_late = (text & 0xffffffffff) == 0x6574616c;    // "late" and its zero
  const bool is_eager = (text & 0xffffffffff) == 0x7265676165;  // "eager"
  const bool is_random = (text & 0xffffffffffff) == 0x6d6f646e6172;
  return is_late || is_eager || (is_random && seed == 1);
}
