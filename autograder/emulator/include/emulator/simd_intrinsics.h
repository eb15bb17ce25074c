// SIMD within a word (CUDA Math API, "SIMD Intrinsics"): __vadd4 and its kin work on the four
// bytes,
// __vadd2 and its kin on the two halves of a word. Each name says what is done with one lane: s for
// signed, u for unsigned, ss and us for results that stay within what the lane can hold.
#pragma once

#include <cstdint>
#include <limits>

namespace emu {

/// Lane by lane; what `f` returns is cut to the lane.
template <class Lane, class F>
inline unsigned each_lane(unsigned a, unsigned b, F f) {
  constexpr unsigned kBits = 8 * sizeof(Lane);
  unsigned result = 0;
  for (unsigned at = 0; at < 32; at += kBits) {
    const int x = static_cast<Lane>(a >> at), y = static_cast<Lane>(b >> at);
    result |= (static_cast<unsigned>(f(x, y)) & ((1u << kBits) - 1)) << at;
  }
  return result;
}

template <class Lane>
inline int within(int x) {
  using Limits = std::numeric_limits<Lane>;
  return x < Limits::min() ? Limits::min() : x > Limits::max() ? Limits::max() : x;
}

/// The sum of what `f` says of each pair of lanes.
template <class Lane, class F>
inline unsigned sum_of_lanes(unsigned a, unsigned b, F f) {
  unsigned sum = 0;
  each_lane<Lane>(a, b, [&](int x, int y) {
    sum += static_cast<unsigned>(f(x, y));
    return 0;
  });
  return sum;
}

inline int distance(int x, int y) { return x > y ? x - y : y - x; }

}  // namespace emu

#define EMU_LANES_OF(function, Lane, expression) \
  return emu::function<Lane>(                    \
      a, b, []([[maybe_unused]] int x, [[maybe_unused]] int y) { return expression; });
#define EMU_SIMD_BINARY(name, Half, Byte, half_expression, byte_expression) \
  inline unsigned __v##name##2(unsigned a, unsigned b) {                    \
    EMU_LANES_OF(each_lane, Half, half_expression)                          \
  }                                                                         \
  inline unsigned __v##name##4(unsigned a, unsigned b) {                    \
    EMU_LANES_OF(each_lane, Byte, byte_expression)                          \
  }
#define EMU_SIMD_SIGNED(name, expression) \
  EMU_SIMD_BINARY(name, std::int16_t, std::int8_t, expression, expression)
#define EMU_SIMD_UNSIGNED(name, expression) \
  EMU_SIMD_BINARY(name, std::uint16_t, std::uint8_t, expression, expression)

EMU_SIMD_UNSIGNED(add, x + y)
EMU_SIMD_UNSIGNED(sub, x - y)
EMU_SIMD_BINARY(addss, std::int16_t, std::int8_t, emu::within<std::int16_t>(x + y),
                emu::within<std::int8_t>(x + y))
EMU_SIMD_BINARY(addus, std::uint16_t, std::uint8_t, emu::within<std::uint16_t>(x + y),
                emu::within<std::uint8_t>(x + y))
EMU_SIMD_BINARY(subss, std::int16_t, std::int8_t, emu::within<std::int16_t>(x - y),
                emu::within<std::int8_t>(x - y))
EMU_SIMD_BINARY(subus, std::uint16_t, std::uint8_t, emu::within<std::uint16_t>(x - y),
                emu::within<std::uint8_t>(x - y))
EMU_SIMD_UNSIGNED(absdiffu, emu::distance(x, y))
EMU_SIMD_SIGNED(absdiffs, emu::distance(x, y))
EMU_SIMD_UNSIGNED(avgu, (x + y + 1) >> 1)
EMU_SIMD_SIGNED(avgs, (x + y + (x + y >= 0)) >> 1)
EMU_SIMD_UNSIGNED(haddu, (x + y) >> 1)
EMU_SIMD_UNSIGNED(maxu, x > y ? x : y)
EMU_SIMD_SIGNED(maxs, x > y ? x : y)
EMU_SIMD_UNSIGNED(minu, x < y ? x : y)
EMU_SIMD_SIGNED(mins, x < y ? x : y)

// Comparisons: __vcmp… gives ones in every bit of a lane, __vset… a one.
#define EMU_SIMD_COMPARISON(KIND, name, operation)   \
  EMU_SIMD_##KIND(cmp##name, x operation y ? -1 : 0) \
      EMU_SIMD_##KIND(set##name, x operation y ? 1 : 0)
EMU_SIMD_COMPARISON(UNSIGNED, eq, ==)
EMU_SIMD_COMPARISON(UNSIGNED, ne, !=)
EMU_SIMD_COMPARISON(UNSIGNED, geu, >=)
EMU_SIMD_COMPARISON(UNSIGNED, gtu, >)
EMU_SIMD_COMPARISON(UNSIGNED, leu, <=)
EMU_SIMD_COMPARISON(UNSIGNED, ltu, <)
EMU_SIMD_COMPARISON(SIGNED, ges, >=)
EMU_SIMD_COMPARISON(SIGNED, gts, >)
EMU_SIMD_COMPARISON(SIGNED, les, <=)
EMU_SIMD_COMPARISON(SIGNED, lts, <)
#undef EMU_SIMD_COMPARISON

#define EMU_SIMD_UNARY(name, half_expression, byte_expression) \
  inline unsigned __v##name##2(unsigned a) {                   \
    const unsigned b = 0;                                      \
    EMU_LANES_OF(each_lane, std::int16_t, half_expression)     \
  }                                                            \
  inline unsigned __v##name##4(unsigned a) {                   \
    const unsigned b = 0;                                      \
    EMU_LANES_OF(each_lane, std::int8_t, byte_expression)      \
  }
EMU_SIMD_UNARY(abs, emu::distance(x, 0), emu::distance(x, 0))
EMU_SIMD_UNARY(absss, emu::within<std::int16_t>(emu::distance(x, 0)),
               emu::within<std::int8_t>(emu::distance(x, 0)))
EMU_SIMD_UNARY(neg, -x, -x)
EMU_SIMD_UNARY(negss, emu::within<std::int16_t>(-x), emu::within<std::int8_t>(-x))
#undef EMU_SIMD_UNARY

// Sums of absolute differences.
inline unsigned __vsadu2(unsigned a, unsigned b) {
  EMU_LANES_OF(sum_of_lanes, std::uint16_t, emu::distance(x, y))
}
inline unsigned __vsadu4(unsigned a, unsigned b) {
  EMU_LANES_OF(sum_of_lanes, std::uint8_t, emu::distance(x, y))
}
inline unsigned __vsads2(unsigned a, unsigned b) {
  EMU_LANES_OF(sum_of_lanes, std::int16_t, emu::distance(x, y))
}
inline unsigned __vsads4(unsigned a, unsigned b) {
  EMU_LANES_OF(sum_of_lanes, std::int8_t, emu::distance(x, y))
}

#undef EMU_SIMD_SIGNED
#undef EMU_SIMD_UNSIGNED
#undef EMU_SIMD_BINARY
#undef EMU_LANES_OF
