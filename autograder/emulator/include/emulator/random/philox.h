// Philox4x32-10 (J. Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011): ten
// rounds that encrypt a counter of 128 bits with a key of 64 bits. To jump is to add to the
// counter.
#pragma once

#include <cstdint>

#include "emulator/seam.h"
#include "vector_functions.h"

namespace emu::random {

/// Four words for one counter.
EMU_PASSING_ON uint4 philox(uint4 counter, uint2 key) {
  constexpr std::uint64_t kMultiplier[2] = {0xd2511f53, 0xcd9e8d57};
  constexpr std::uint32_t kKeyStep[2] = {0x9e3779b9, 0xbb67ae85};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = kMultiplier[0] * counter.x, b = kMultiplier[1] * counter.z;
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter.y ^ key.x, static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter.w ^ key.y, static_cast<std::uint32_t>(a)};
    key.x += kKeyStep[0];
    key.y += kKeyStep[1];
  }
  return counter;
}

EMU_PASSING_ON std::uint64_t wide(std::uint32_t low, std::uint32_t high) {
  return low | std::uint64_t{high} << 32;
}

/// The counter after `count` others; it wraps.
EMU_PASSING_ON uint4 counter_after(uint4 counter, std::uint64_t count) {
  const std::uint64_t low = wide(counter.x, counter.y) + count;
  const std::uint64_t high = wide(counter.z, counter.w) + (low < count ? 1 : 0);
  return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
          static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
}

/// The counter that many sequences further: each has 2^64 counters.
EMU_PASSING_ON uint4 counter_after_sequences(uint4 counter, std::uint64_t count) {
  const std::uint64_t high = wide(counter.z, counter.w) + count;
  return {counter.x, counter.y, static_cast<std::uint32_t>(high),
          static_cast<std::uint32_t>(high >> 32)};
}

}  // namespace emu::random
