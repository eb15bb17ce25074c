// The functions of CUDA's half and bfloat16 API that follow from a few: comparisons in all their
// forms (unordered ones are true of a NaN), pairs, saturation, and conversions in each rounding
// mode.
#pragma once

#include "emulator/small_float.h"

namespace emu {

namespace types {
enum class RoundTo { kNearest, kZero, kUp, kDown };
}  // namespace types
using types::RoundTo;

/// `x` in the small format. Only what is not representable differs from rounding to nearest.
template <class Format, class From>
SmallFloat<Format> rounded_to(RoundTo mode, From x) {
  const auto exact = static_cast<long double>(x);
  auto nearest = SmallFloat<Format>(static_cast<double>(x));
  const auto found = static_cast<long double>(float{nearest});
  const bool too_high = found > exact, too_low = found < exact;
  const bool negative = nearest.x & 0x8000;
  const bool moves_down =
      too_high && (mode == RoundTo::kDown || (mode == RoundTo::kZero && !negative));
  const bool moves_up = too_low && (mode == RoundTo::kUp || (mode == RoundTo::kZero && negative));
  if (!moves_down && !moves_up) return nearest;
  // The bits of a magnitude count up as it does; below plus zero lies the smallest negative number.
  const bool grows = moves_up != negative;
  if (grows && (nearest.x & 0x7fff) == 0) return SmallFloat<Format>::of_bits(moves_up ? 1 : 0x8001);
  return SmallFloat<Format>::of_bits(static_cast<std::uint16_t>(nearest.x + (grows ? 1 : -1)));
}

/// `x` kept within what `To` can hold.
template <class To>
To kept_within(int x) {
  using Limits = std::numeric_limits<To>;
  return static_cast<To>(x < Limits::min() ? Limits::min() : x > Limits::max() ? Limits::max() : x);
}

}  // namespace emu

// ---- Conversions, for the headers of the two types: EMU_SMALL_CONVERSIONS(half, __half)
// ----------

#define EMU_SMALL_FROM(small, Small, name, From, suffix, mode)    \
  inline Small __##name##2##small##suffix(From x) {               \
    return emu::rounded_to<Small::Format>(emu::RoundTo::mode, x); \
  }
#define EMU_SMALL_FROM_DIRECTED(small, Small, name, From) \
  EMU_SMALL_FROM(small, Small, name, From, _rz, kZero)    \
  EMU_SMALL_FROM(small, Small, name, From, _ru, kUp)      \
  EMU_SMALL_FROM(small, Small, name, From, _rd, kDown)
#define EMU_SMALL_FROM_EACH(small, Small, name, From)     \
  EMU_SMALL_FROM(small, Small, name, From, _rn, kNearest) \
  EMU_SMALL_FROM_DIRECTED(small, Small, name, From)
#define EMU_SMALL_TO(small, Small, name, To, suffix, wide)  \
  inline To __##small##2##name##suffix(Small h) {           \
    return emu::kept_within<To>(__float2##wide##suffix(h)); \
  }
#define EMU_SMALL_TO_EACH_NARROW(small, Small, name, To) \
  EMU_SMALL_TO(small, Small, name, To, _rn, int)         \
  EMU_SMALL_TO(small, Small, name, To, _rz, int)         \
  EMU_SMALL_TO(small, Small, name, To, _ru, int)         \
  EMU_SMALL_TO(small, Small, name, To, _rd, int)
#define EMU_SMALL_TO_EACH(small, Small, name, To)                               \
  inline To __##small##2##name##_rn(Small h) { return __float2##name##_rn(h); } \
  inline To __##small##2##name##_rz(Small h) { return __float2##name##_rz(h); } \
  inline To __##small##2##name##_ru(Small h) { return __float2##name##_ru(h); } \
  inline To __##small##2##name##_rd(Small h) { return __float2##name##_rd(h); }
#define EMU_SMALL_CONVERSIONS(small, Small)                      \
  EMU_SMALL_FROM_DIRECTED(small, Small, float, float)            \
  EMU_SMALL_FROM_EACH(small, Small, int, int)                    \
  EMU_SMALL_FROM_EACH(small, Small, uint, unsigned)              \
  EMU_SMALL_FROM_EACH(small, Small, short, short)                \
  EMU_SMALL_FROM_EACH(small, Small, ushort, unsigned short)      \
  EMU_SMALL_FROM_EACH(small, Small, ll, long long)               \
  EMU_SMALL_FROM_EACH(small, Small, ull, unsigned long long)     \
  EMU_SMALL_TO_EACH(small, Small, int, int)                      \
  EMU_SMALL_TO_EACH(small, Small, uint, unsigned)                \
  EMU_SMALL_TO_EACH(small, Small, ll, long long)                 \
  EMU_SMALL_TO_EACH(small, Small, ull, unsigned long long)       \
  EMU_SMALL_TO_EACH_NARROW(small, Small, short, short)           \
  EMU_SMALL_TO_EACH_NARROW(small, Small, ushort, unsigned short) \
  EMU_SMALL_TO(small, Small, char, signed char, _rz, int)        \
  EMU_SMALL_TO(small, Small, uchar, unsigned char, _rz, int)
