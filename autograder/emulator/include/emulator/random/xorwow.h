// XORWOW (G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003): five words
// that a linear map over GF(2) moves on, and a counter that is added to the newest of them.
#pragma once

#include <cstdint>

#include "emulator/seam.h"

namespace emu::random {

namespace types {
/// The words in the order of their age, the oldest first, as in curandStateXORWOW_t.
struct XorwowWords {
  std::uint32_t counter;
  std::uint32_t v[5];
};
}  // namespace types
using types::XorwowWords;

constexpr std::uint32_t kXorwowStep = 362437;  ///< of the counter

/// How far one sequence is from the next: 2^67 steps (cuRAND guide, "Bit Generation with XORWOW").
constexpr unsigned kXorwowSequenceBits = 67;

/// The words that follow `old`, and what they yield.
EMU_PASSING_ON constexpr std::uint32_t next(XorwowWords& s) {
  const std::uint32_t mixed = s.v[0] ^ (s.v[0] >> 2);
  for (int i = 0; i < 4; ++i) s.v[i] = s.v[i + 1];
  s.v[4] = s.v[4] ^ (s.v[4] << 4) ^ mixed ^ (mixed << 1);
  s.counter += kXorwowStep;
  return s.counter + s.v[4];
}

/// Where a generator with this seed begins.
constexpr XorwowWords xorwow_of_seed(std::uint64_t seed) {
  const std::uint32_t low = (static_cast<std::uint32_t>(seed) ^ 0xaad26b49) * 1099087573u;
  const std::uint32_t high = (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefdd) * 2591861531u;
  return {6615241 + low + high,
          {123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low}};
}

/// The words after `sequences` times 2^67 and `steps` more steps; a few microseconds, whatever the
/// numbers.
XorwowWords xorwow_after(XorwowWords words, std::uint64_t sequences, std::uint64_t steps);

}  // namespace emu::random
