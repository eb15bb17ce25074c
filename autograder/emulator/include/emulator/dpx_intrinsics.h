// DPX, the instructions of compute capability 9.0 for dynamic programming (CUDA Math API, "SIMD
// Intrinsics"): the greater or less of two or three numbers, after a sum, not below zero (`_relu`),
// or with word of which it was (`__vib…`); on 32 bits or on both halves of a word. Sums wrap round.
#pragma once

#include <cstdint>

#include "emulator/simd_intrinsics.h"

namespace emu {

template <class T>
T dpx_sum(T a, T b) {
  return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
template <class T>
T dpx_max(T a, T b) {
  return a > b ? a : b;
}
template <class T>
T dpx_min(T a, T b) {
  return a < b ? a : b;
}
template <class T>
T dpx_relu(T a) {
  return dpx_max(a, T{0});
}

/// `f` on both halves of three words.
template <class Half, class F>
unsigned each_half(unsigned a, unsigned b, unsigned c, F f) {
  const auto half = [&](unsigned at) {
    const Half result =
        f(static_cast<Half>(a >> at), static_cast<Half>(b >> at), static_cast<Half>(c >> at));
    return static_cast<unsigned>(static_cast<std::uint16_t>(result)) << at;
  };
  return half(0) | half(16);
}

}  // namespace emu

// `T` is a whole word's type, `Half` that of its halves; the expression is over x, y, z of type V.
#define EMU_DPX(name, T, type, Half, halves, expression)                                     \
  inline T name##_##type(T x, T y, T z) {                                                    \
    using V [[maybe_unused]] = T;                                                            \
    return expression;                                                                       \
  }                                                                                          \
  inline unsigned name##_##halves(unsigned a, unsigned b, unsigned c) {                      \
    using V [[maybe_unused]] = Half;                                                         \
    return emu::each_half<Half>(a, b, c, [](Half x, Half y, Half z) { return expression; }); \
  }
#define EMU_DPX_SIGNED(name, suffix, expression) \
  EMU_DPX(name, int, s32##suffix, std::int16_t, s16x2##suffix, expression)
#define EMU_DPX_ALL(name, expression)                            \
  EMU_DPX(name, unsigned, u32, std::uint16_t, u16x2, expression) \
  EMU_DPX_SIGNED(name, , expression)                             \
  EMU_DPX_SIGNED(name, _relu, emu::dpx_relu<V>(expression))

EMU_DPX_ALL(__viaddmax, emu::dpx_max<V>(emu::dpx_sum<V>(x, y), z))
EMU_DPX_ALL(__viaddmin, emu::dpx_min<V>(emu::dpx_sum<V>(x, y), z))
EMU_DPX_ALL(__vimax3, emu::dpx_max<V>(emu::dpx_max<V>(x, y), z))
EMU_DPX_ALL(__vimin3, emu::dpx_min<V>(emu::dpx_min<V>(x, y), z))
#undef EMU_DPX_ALL
#undef EMU_DPX_SIGNED
#undef EMU_DPX

inline int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
inline int __vimin_s32_relu(int a, int b) { return emu::dpx_relu(emu::dpx_min(a, b)); }
inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
  return emu::each_half<std::int16_t>(a, b, 0, [](auto x, auto y, auto) {
    return emu::dpx_relu<std::int16_t>(emu::dpx_min(x, y));
  });
}

// `first` says whether the result is the first operand; of equal ones it is.
#define EMU_DPX_WHICH(name, compare, T, type, Half, halves)                        \
  inline T name##_##type(T a, T b, bool* first) {                                  \
    *first = a compare b;                                                          \
    return *first ? a : b;                                                         \
  }                                                                                \
  inline unsigned name##_##halves(unsigned a, unsigned b, bool* high, bool* low) { \
    *high = static_cast<Half>(a >> 16) compare static_cast<Half>(b >> 16);         \
    *low = static_cast<Half>(a) compare static_cast<Half>(b);                      \
    return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);           \
  }
EMU_DPX_WHICH(__vibmax, >=, int, s32, std::int16_t, s16x2)
EMU_DPX_WHICH(__vibmax, >=, unsigned, u32, std::uint16_t, u16x2)
EMU_DPX_WHICH(__vibmin, <=, int, s32, std::int16_t, s16x2)
EMU_DPX_WHICH(__vibmin, <=, unsigned, u32, std::uint16_t, u16x2)
#undef EMU_DPX_WHICH
