// Inline PTX that rounds in a given direction (.rz towards zero, .rm down, .rp up), that saturates
// (.sat), that looks for a bit (bfind) or that works on the parts of a word (vabsdiff4 and its
// kin).
#pragma once

#include "emulator/ptx.h"
#include "emulator/simd_intrinsics.h"

namespace emu::ptx {

#define EMU_PTX __attribute__((always_inline)) inline

// ---- Arithmetic in a direction ------------------------------------------------------------------

#define EMU_PTX_DIRECTED_BINARY(name, mode, suffix)    \
  template <class T, class A, class B>                 \
  EMU_PTX T name##_##mode(A a, B b) {                  \
    if constexpr (sizeof(T) == 4)                      \
      return __f##name##_##suffix(in<T>(a), in<T>(b)); \
    else                                               \
      return __d##name##_##suffix(in<T>(a), in<T>(b)); \
  }
#define EMU_PTX_DIRECTED_UNARY(name, mode, suffix) \
  template <class T, class A>                      \
  EMU_PTX T name##_##mode(A a) {                   \
    if constexpr (sizeof(T) == 4)                  \
      return __f##name##_##suffix(in<T>(a));       \
    else                                           \
      return __d##name##_##suffix(in<T>(a));       \
  }
#define EMU_PTX_DIRECTED(mode, suffix)                            \
  EMU_PTX_DIRECTED_BINARY(add, mode, suffix)                      \
  EMU_PTX_DIRECTED_BINARY(sub, mode, suffix)                      \
  EMU_PTX_DIRECTED_BINARY(mul, mode, suffix)                      \
  EMU_PTX_DIRECTED_BINARY(div, mode, suffix)                      \
  EMU_PTX_DIRECTED_UNARY(rcp, mode, suffix)                       \
  EMU_PTX_DIRECTED_UNARY(sqrt, mode, suffix)                      \
  template <class T, class A, class B, class C>                   \
  EMU_PTX T fma_##mode(A a, B b, C c) {                           \
    if constexpr (sizeof(T) == 4)                                 \
      return __fmaf_##suffix(in<T>(a), in<T>(b), in<T>(c));       \
    else                                                          \
      return __fma_##suffix(in<T>(a), in<T>(b), in<T>(c));        \
  }                                                               \
  /* Integers of 32 bits are doubles as they are. */              \
  template <class To, class From, class A>                        \
  EMU_PTX To cvt_##mode(A a) {                                    \
    const From x = in<From>(a);                                   \
    if constexpr (std::is_floating_point_v<From>)                 \
      return __double2float_##suffix(x);                          \
    else if constexpr (sizeof(To) == 8 && sizeof(From) < 8)       \
      return x;                                                   \
    else if constexpr (sizeof(To) == 8 && std::is_signed_v<From>) \
      return __ll2double_##suffix(x);                             \
    else if constexpr (sizeof(To) == 8)                           \
      return __ull2double_##suffix(x);                            \
    else if constexpr (std::is_signed_v<From>)                    \
      return __ll2float_##suffix(x);                              \
    else                                                          \
      return __ull2float_##suffix(x);                             \
  }
EMU_PTX_DIRECTED(rz, rz)
EMU_PTX_DIRECTED(rm, rd)
EMU_PTX_DIRECTED(rp, ru)
#undef EMU_PTX_DIRECTED
#undef EMU_PTX_DIRECTED_UNARY
#undef EMU_PTX_DIRECTED_BINARY

// ---- Saturation ---------------------------------------------------------------------------------

/// To [0, 1]; NaN to 0.
template <class T>
EMU_PTX T saturate(T x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

/// To what T can hold.
template <class T, class Sum>
EMU_PTX T within_range(Sum x) {
  using Limits = std::numeric_limits<T>;
  return x < Sum{Limits::min()} ? Limits::min() : x > Sum{Limits::max()} ? Limits::max() : T(x);
}

template <class T, class A, class B>
EMU_PTX T add_sat(A a, B b) {
  return within_range<T>(Product<T>(in<T>(a)) + Product<T>(in<T>(b)));
}
template <class T, class A, class B>
EMU_PTX T sub_sat(A a, B b) {
  return within_range<T>(Product<T>(in<T>(a)) - Product<T>(in<T>(b)));
}
template <class T, class A, class B, class C>
EMU_PTX T mad_hi_sat(A a, B b, C c) {
  return within_range<T>(Product<T>(mul_hi<T>(a, b)) + Product<T>(in<T>(c)));
}

/// From integers to integers: the nearest that there is.
template <class To, class From, class A>
EMU_PTX To cvt_sat(A a) {
  return within_range<To>(Int128(in<From>(a)));
}

// ---- The highest bit ----------------------------------------------------------------------------

/// Of a negative number the highest that is not the sign; all ones where there is none.
template <class T, class A>
EMU_PTX std::uint32_t bfind(A a) {
  using U = std::make_unsigned_t<T>;
  const T x = in<T>(a);
  const auto bits = static_cast<U>(x < 0 ? ~x : x);
  return bits == 0 ? ~0u : 63u - static_cast<unsigned>(__builtin_clzll(bits));
}
/// How far it must be shifted to be the highest of the register.
template <class T, class A>
EMU_PTX std::uint32_t bfind_shiftamt(A a) {
  const std::uint32_t at = bfind<T>(a);
  return at == ~0u ? at : 8 * sizeof(T) - 1 - at;
}

// ---- Parts of a word ----------------------------------------------------------------------------

/// Lane by lane: `Lane` of the result, `OfA` and `OfB` of the operands. All lanes are written, so
/// that nothing of `c` remains.
#define EMU_PTX_LANES(name, expression)                                                         \
  template <class OfA, class OfB, class F>                                                      \
  EMU_PTX void name##_each(std::uint32_t a, std::uint32_t b, F f) {                             \
    for (unsigned at = 0; at < 32; at += 8 * sizeof(OfA)) {                                     \
      const int x = static_cast<OfA>(a >> at), y = static_cast<OfB>(b >> at);                   \
      f(at, expression);                                                                        \
    }                                                                                           \
  }                                                                                             \
  template <class Lane, class OfA, class OfB, class A, class B, class C>                        \
  EMU_PTX std::uint32_t name(A a, B b, C) {                                                     \
    using Bits = std::make_unsigned_t<Lane>;                                                    \
    std::uint32_t result = 0;                                                                   \
    name##_each<OfA, OfB>(in<std::uint32_t>(a), in<std::uint32_t>(b), [&](unsigned at, int x) { \
      result |= std::uint32_t{static_cast<Bits>(x)} << at;                                      \
    });                                                                                         \
    return result;                                                                              \
  }                                                                                             \
  template <class Lane, class OfA, class OfB, class A, class B, class C>                        \
  EMU_PTX std::uint32_t name##_sat(A a, B b, C) {                                               \
    using Bits = std::make_unsigned_t<Lane>;                                                    \
    std::uint32_t result = 0;                                                                   \
    name##_each<OfA, OfB>(in<std::uint32_t>(a), in<std::uint32_t>(b), [&](unsigned at, int x) { \
      const auto kept = static_cast<Bits>(within<Lane>(x));                                     \
      result |= std::uint32_t{kept} << at;                                                      \
    });                                                                                         \
    return result;                                                                              \
  }                                                                                             \
  /* The sum of all lanes and c. */                                                             \
  template <class Lane, class OfA, class OfB, class A, class B, class C>                        \
  EMU_PTX std::uint32_t name##_add(A a, B b, C c) {                                             \
    auto sum = in<std::uint32_t>(c);                                                            \
    name##_each<OfA, OfB>(in<std::uint32_t>(a), in<std::uint32_t>(b),                           \
                          [&](unsigned, int x) { sum += static_cast<unsigned>(x); });           \
    return sum;                                                                                 \
  }
EMU_PTX_LANES(vadd, x + y)
EMU_PTX_LANES(vsub, x - y)
EMU_PTX_LANES(vabsdiff, distance(x, y))
EMU_PTX_LANES(vmin, x < y ? x : y)
EMU_PTX_LANES(vmax, x > y ? x : y)
#undef EMU_PTX_LANES

#undef EMU_PTX

}  // namespace emu::ptx
