// Keys as radix sorts see them: unsigned numbers in whose order the keys are.
#pragma once

#include <cstdint>
#include <type_traits>

#include "emulator/grids/grids.h"

namespace emu {

template <std::size_t Size>
using UnsignedOf = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t,
                       std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

/// Of negative floats all bits are turned, of others the sign; -0 is 0.
template <class Key>
EMU_INLINED inline UnsignedOf<sizeof(Key)> radix_bits(const Key& key) {
  using Bits = UnsignedOf<sizeof(Key)>;
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (8 * sizeof(Key) - 1));
  const Bits bits = __builtin_bit_cast(Bits, key);
  if constexpr (std::is_integral_v<Key>) {
    return std::is_signed_v<Key> ? static_cast<Bits>(bits ^ kSign) : bits;
  } else {
    if (bits == kSign) return kSign;
    return static_cast<Bits>((bits & kSign) != 0 ? ~bits : bits ^ kSign);
  }
}

/// The bits from `begin` to `end` of a key, as a number; from large to small if `descends`.
template <class Key>
EMU_INLINED inline std::uint64_t radix_part(const Key& key, int begin, int end, bool descends) {
  const std::uint64_t bits = static_cast<std::uint64_t>(radix_bits(key)) >> begin;
  const int count = end - begin;
  const std::uint64_t mask = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return (descends ? ~bits : bits) & mask;
}

namespace types {
struct RadixLess {
  int begin, end;
  bool descends;
  template <class Key>
  EMU_INLINED bool operator()(const Key& a, const Key& b) const {
    return radix_part(a, begin, end, descends) < radix_part(b, begin, end, descends);
  }
};
}  // namespace types
using types::RadixLess;

}  // namespace emu
