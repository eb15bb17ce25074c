// 16-bit floating point: __half and __nv_bfloat16 are one class with two formats. Arithmetic is done in
// float and rounded to nearest even, which for + - * / and sqrt is the correctly rounded result.
#pragma once

#include <cmath>
#include <cstdint>

#include "emulator/atomics.h"
#include "emulator/float_intrinsics.h"
#include "emulator/seam.h"
#include "emulator/warp.h"

namespace emu {

/// IEEE binary16: 5 bits of exponent, 10 of fraction.
struct HalfFormat {
  static std::uint16_t from_float(float x);  ///< to nearest even
  static std::uint16_t from_double(double x);
  static float to_float(std::uint16_t bits);
  static constexpr std::uint16_t kInfinity = 0x7c00;
};

/// The upper half of a float: 8 bits of exponent, 7 of fraction.
struct BfloatFormat {
  static std::uint16_t from_float(float x);
  static std::uint16_t from_double(double x);
  static float to_float(std::uint16_t bits) {
    return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  static constexpr std::uint16_t kInfinity = 0x7f80;
};

template <class Format>
struct SmallFloat {
  std::uint16_t x;

  SmallFloat() = default;
  SmallFloat(float value) : x(Format::from_float(value)) {}
  SmallFloat(double value) : x(Format::from_double(value)) {}
  SmallFloat(int value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(long long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned long long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(short value) : SmallFloat(static_cast<float>(value)) {}
  SmallFloat(unsigned short value) : SmallFloat(static_cast<float>(value)) {}

  static SmallFloat of_bits(std::uint16_t bits) {
    SmallFloat result;
    result.x = bits;
    return result;
  }

  operator float() const { return Format::to_float(x); }

  friend SmallFloat operator+(SmallFloat a, SmallFloat b) { return float{a} + float{b}; }
  friend SmallFloat operator-(SmallFloat a, SmallFloat b) { return float{a} - float{b}; }
  friend SmallFloat operator*(SmallFloat a, SmallFloat b) { return float{a} * float{b}; }
  friend SmallFloat operator/(SmallFloat a, SmallFloat b) { return float{a} / float{b}; }
  friend SmallFloat operator-(SmallFloat a) {
    return of_bits(static_cast<std::uint16_t>(a.x ^ 0x8000));
  }
  friend SmallFloat operator+(SmallFloat a) { return a; }
  SmallFloat& operator+=(SmallFloat b) { return *this = *this + b; }
  SmallFloat& operator-=(SmallFloat b) { return *this = *this - b; }
  SmallFloat& operator*=(SmallFloat b) { return *this = *this * b; }
  SmallFloat& operator/=(SmallFloat b) { return *this = *this / b; }
  SmallFloat& operator++() { return *this += SmallFloat(1.0f); }
  SmallFloat& operator--() { return *this -= SmallFloat(1.0f); }
  friend bool operator==(SmallFloat a, SmallFloat b) { return float{a} == float{b}; }
  friend bool operator!=(SmallFloat a, SmallFloat b) { return float{a} != float{b}; }
  friend bool operator<(SmallFloat a, SmallFloat b) { return float{a} < float{b}; }
  friend bool operator>(SmallFloat a, SmallFloat b) { return float{a} > float{b}; }
  friend bool operator<=(SmallFloat a, SmallFloat b) { return float{a} <= float{b}; }
  friend bool operator>=(SmallFloat a, SmallFloat b) { return float{a} >= float{b}; }
};

/// Two of them, moved as one 4-byte word.
template <class Format>
struct alignas(4) SmallFloat2 {
  using Scalar = SmallFloat<Format>;
  Scalar x;
  Scalar y;

  SmallFloat2() = default;
  SmallFloat2(Scalar x_, Scalar y_) : x(x_), y(y_) {}

  friend SmallFloat2 operator+(SmallFloat2 a, SmallFloat2 b) { return {a.x + b.x, a.y + b.y}; }
  friend SmallFloat2 operator-(SmallFloat2 a, SmallFloat2 b) { return {a.x - b.x, a.y - b.y}; }
  friend SmallFloat2 operator*(SmallFloat2 a, SmallFloat2 b) { return {a.x * b.x, a.y * b.y}; }
  friend SmallFloat2 operator/(SmallFloat2 a, SmallFloat2 b) { return {a.x / b.x, a.y / b.y}; }
  friend SmallFloat2 operator-(SmallFloat2 a) { return {-a.x, -a.y}; }
  SmallFloat2& operator+=(SmallFloat2 b) { return *this = *this + b; }
  SmallFloat2& operator-=(SmallFloat2 b) { return *this = *this - b; }
  SmallFloat2& operator*=(SmallFloat2 b) { return *this = *this * b; }
  SmallFloat2& operator/=(SmallFloat2 b) { return *this = *this / b; }
  friend bool operator==(SmallFloat2 a, SmallFloat2 b) { return a.x == b.x && a.y == b.y; }
  friend bool operator!=(SmallFloat2 a, SmallFloat2 b) { return a.x != b.x && a.y != b.y; }
};

}  // namespace emu

// ---- Functions that CUDA has for both formats under one name -------------------------------------

#define EMU_SMALL template <class F>
#define EMU_S emu::SmallFloat<F>
#define EMU_S2 emu::SmallFloat2<F>

EMU_SMALL EMU_S __hadd(EMU_S a, EMU_S b) { return a + b; }
EMU_SMALL EMU_S __hsub(EMU_S a, EMU_S b) { return a - b; }
EMU_SMALL EMU_S __hmul(EMU_S a, EMU_S b) { return a * b; }
EMU_SMALL EMU_S __hdiv(EMU_S a, EMU_S b) { return a / b; }
EMU_SMALL EMU_S __hneg(EMU_S a) { return -a; }
EMU_SMALL EMU_S __habs(EMU_S a) { return EMU_S::of_bits(a.x & 0x7fff); }
// Exact in double, then rounded once.
EMU_SMALL EMU_S __hfma(EMU_S a, EMU_S b, EMU_S c) {
  return std::fma(double{a}, double{b}, double{c});
}
EMU_SMALL EMU_S __hadd_sat(EMU_S a, EMU_S b) { return __saturatef(a + b); }
EMU_SMALL EMU_S __hsub_sat(EMU_S a, EMU_S b) { return __saturatef(a - b); }
EMU_SMALL EMU_S __hmul_sat(EMU_S a, EMU_S b) { return __saturatef(a * b); }
EMU_SMALL bool __heq(EMU_S a, EMU_S b) { return a == b; }
EMU_SMALL bool __hne(EMU_S a, EMU_S b) { return a != b && a == a && b == b; }
EMU_SMALL bool __hlt(EMU_S a, EMU_S b) { return a < b; }
EMU_SMALL bool __hle(EMU_S a, EMU_S b) { return a <= b; }
EMU_SMALL bool __hgt(EMU_S a, EMU_S b) { return a > b; }
EMU_SMALL bool __hge(EMU_S a, EMU_S b) { return a >= b; }
EMU_SMALL bool __hisnan(EMU_S a) { return a != a; }
EMU_SMALL int __hisinf(EMU_S a) {
  if ((a.x & 0x7fff) != F::kInfinity) return 0;
  return a.x == F::kInfinity ? 1 : -1;
}
EMU_SMALL EMU_S __hmax(EMU_S a, EMU_S b) { return std::fmax(float{a}, float{b}); }
EMU_SMALL EMU_S __hmin(EMU_S a, EMU_S b) { return std::fmin(float{a}, float{b}); }
EMU_SMALL EMU_S hsqrt(EMU_S a) { return std::sqrt(float{a}); }
EMU_SMALL EMU_S hrsqrt(EMU_S a) { return 1 / std::sqrt(double{a}); }
EMU_SMALL EMU_S hrcp(EMU_S a) { return 1 / float{a}; }
EMU_SMALL EMU_S hexp(EMU_S a) { return std::exp(float{a}); }
EMU_SMALL EMU_S hexp2(EMU_S a) { return std::exp2(float{a}); }
EMU_SMALL EMU_S hexp10(EMU_S a) { return ::exp10f(a); }
EMU_SMALL EMU_S hlog(EMU_S a) { return std::log(float{a}); }
EMU_SMALL EMU_S hlog2(EMU_S a) { return std::log2(float{a}); }
EMU_SMALL EMU_S hlog10(EMU_S a) { return std::log10(float{a}); }
EMU_SMALL EMU_S hsin(EMU_S a) { return std::sin(float{a}); }
EMU_SMALL EMU_S hcos(EMU_S a) { return std::cos(float{a}); }
EMU_SMALL EMU_S htanh(EMU_S a) { return std::tanh(float{a}); }
EMU_SMALL EMU_S hfloor(EMU_S a) { return std::floor(float{a}); }
EMU_SMALL EMU_S hceil(EMU_S a) { return std::ceil(float{a}); }
EMU_SMALL EMU_S htrunc(EMU_S a) { return std::trunc(float{a}); }
EMU_SMALL EMU_S hrint(EMU_S a) { return std::nearbyint(float{a}); }

EMU_SMALL EMU_S2 __hadd2(EMU_S2 a, EMU_S2 b) { return a + b; }
EMU_SMALL EMU_S2 __hsub2(EMU_S2 a, EMU_S2 b) { return a - b; }
EMU_SMALL EMU_S2 __hmul2(EMU_S2 a, EMU_S2 b) { return a * b; }
EMU_SMALL EMU_S2 __h2div(EMU_S2 a, EMU_S2 b) { return a / b; }
EMU_SMALL EMU_S2 __hneg2(EMU_S2 a) { return -a; }
EMU_SMALL EMU_S2 __habs2(EMU_S2 a) { return {__habs(a.x), __habs(a.y)}; }
EMU_SMALL EMU_S2 __hfma2(EMU_S2 a, EMU_S2 b, EMU_S2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
EMU_SMALL EMU_S2 __hmax2(EMU_S2 a, EMU_S2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
EMU_SMALL EMU_S2 __hmin2(EMU_S2 a, EMU_S2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
EMU_SMALL EMU_S2 h2sqrt(EMU_S2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
EMU_SMALL EMU_S2 h2exp(EMU_S2 a) { return {hexp(a.x), hexp(a.y)}; }

EMU_SMALL EMU_PASSING_ON EMU_S __shfl_sync(unsigned mask, EMU_S value, int lane, int width = 32) {
  const unsigned bits = __shfl_sync(mask, unsigned{value.x}, lane, width);
  return EMU_S::of_bits(static_cast<std::uint16_t>(bits));
}
EMU_SMALL EMU_PASSING_ON EMU_S __shfl_up_sync(unsigned mask, EMU_S value, unsigned delta,
                                              int width = 32) {
  const unsigned bits = __shfl_up_sync(mask, unsigned{value.x}, delta, width);
  return EMU_S::of_bits(static_cast<std::uint16_t>(bits));
}
EMU_SMALL EMU_PASSING_ON EMU_S __shfl_down_sync(unsigned mask, EMU_S value, unsigned delta,
                                                int width = 32) {
  const unsigned bits = __shfl_down_sync(mask, unsigned{value.x}, delta, width);
  return EMU_S::of_bits(static_cast<std::uint16_t>(bits));
}
EMU_SMALL EMU_PASSING_ON EMU_S __shfl_xor_sync(unsigned mask, EMU_S value, int lane_mask,
                                               int width = 32) {
  const unsigned bits = __shfl_xor_sync(mask, unsigned{value.x}, lane_mask, width);
  return EMU_S::of_bits(static_cast<std::uint16_t>(bits));
}
EMU_SMALL EMU_PASSING_ON EMU_S2 __shfl_down_sync(unsigned mask, EMU_S2 value, unsigned delta,
                                                 int width = 32) {
  return {__shfl_down_sync(mask, value.x, delta, width),
          __shfl_down_sync(mask, value.y, delta, width)};
}
EMU_SMALL EMU_PASSING_ON EMU_S2 __shfl_xor_sync(unsigned mask, EMU_S2 value, int lane_mask,
                                                int width = 32) {
  return {__shfl_xor_sync(mask, value.x, lane_mask, width),
          __shfl_xor_sync(mask, value.y, lane_mask, width)};
}

template <class F>
EMU_UNCHECKED __attribute__((noinline)) EMU_S atomicAdd(EMU_S* address, EMU_S value) {
  emu::atomic_access(address, sizeof *address, emu::Scope::kDevice, EMU_SITE);
  const EMU_S old = *address;
  *address = old + value;
  return old;
}
template <class F>
EMU_UNCHECKED __attribute__((noinline)) EMU_S2 atomicAdd(EMU_S2* address, EMU_S2 value) {
  emu::atomic_access(address, sizeof *address, emu::Scope::kDevice, EMU_SITE);
  const EMU_S2 old = *address;
  *address = old + value;
  return old;
}

#undef EMU_SMALL
#undef EMU_S
#undef EMU_S2
