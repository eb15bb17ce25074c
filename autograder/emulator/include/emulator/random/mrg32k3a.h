// MRG32k3a (P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
// Random Number Generators", Operations Research 47(1), 1999): two linear recurrences of order
// three, modulo two primes; their difference is the number.
#pragma once

#include <cstdint>

#include "emulator/seam.h"

namespace emu::random {

constexpr std::uint64_t kMrgModulus[2] = {4294967087, 4294944443};

namespace types {
/// The last three numbers of each recurrence, the oldest first.
struct MrgWords {
  std::uint32_t s[2][3];
};
}  // namespace types
using types::MrgWords;

/// The next number, 1 to the first modulus.
EMU_PASSING_ON constexpr std::uint32_t next(MrgWords& words) {
  constexpr std::uint64_t kFirst = kMrgModulus[0], kSecond = kMrgModulus[1];
  auto& a = words.s[0];
  auto& b = words.s[1];
  const std::uint64_t x = (1403580 * std::uint64_t{a[1]} + 810728 * (kFirst - a[0])) % kFirst;
  const std::uint64_t y = (527612 * std::uint64_t{b[2]} + 1370589 * (kSecond - b[0])) % kSecond;
  a[0] = a[1], a[1] = a[2], a[2] = static_cast<std::uint32_t>(x);
  b[0] = b[1], b[1] = b[2], b[2] = static_cast<std::uint32_t>(y);
  return static_cast<std::uint32_t>(x > y ? x - y : x + kFirst - y);
}

/// Where a generator with this seed begins: 12345 six times, multiplied by halves of the seed.
constexpr MrgWords mrg_of_seed(std::uint64_t seed) {
  MrgWords words{{{12345, 12345, 12345}, {12345, 12345, 12345}}};
  if (seed == 0) return words;
  const std::uint64_t halves[2] = {static_cast<std::uint32_t>(seed) ^ 0x55555555u,
                                   static_cast<std::uint32_t>(seed >> 32) ^ 0xaaaaaaaau};
  for (unsigned recurrence = 0; recurrence < 2; ++recurrence) {
    for (unsigned i = 0; i < 3; ++i) {
      auto& word = words.s[recurrence][i];
      word =
          static_cast<std::uint32_t>(word * halves[(recurrence + i) % 2] % kMrgModulus[recurrence]);
    }
  }
  return words;
}

/// How far a subsequence and a sequence are from the next: 2^76 and 2^127 steps.
constexpr unsigned kMrgSubsequenceBits = 76, kMrgSequenceBits = 127;

/// The words after `count` times 2^`bits` steps, where `bits` is 0 or one of those above; some
/// microseconds, whatever the count.
MrgWords mrg_after(MrgWords words, std::uint64_t count, unsigned bits);

}  // namespace emu::random
