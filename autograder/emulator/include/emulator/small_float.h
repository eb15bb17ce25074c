// 16-bit floating point: __half and __nv_bfloat16 are one class with two formats. Arithmetic is
// done in float and rounded to nearest even, which for + - * / and sqrt is the correctly rounded
// result.
#pragma once

#include <cmath>
#include <cstdint>

#include "emulator/atomics.h"
#include "emulator/float_intrinsics.h"
#include "emulator/seam.h"
#include "emulator/warp.h"

namespace emu {

namespace types {
/// IEEE binary16: 5 bits of exponent, 10 of fraction.
struct HalfFormat {
  static std::uint16_t from_float(float x);  ///< to nearest even
  static std::uint16_t from_double(double x);
  static float to_float(std::uint16_t bits);
  static constexpr std::uint16_t kInfinity = 0x7c00;
};
}  // namespace types
using types::HalfFormat;

namespace types {
/// The upper half of a float: 8 bits of exponent, 7 of fraction.
struct BfloatFormat {
  static std::uint16_t from_float(float x);
  static std::uint16_t from_double(double x);
  static float to_float(std::uint16_t bits) {
    return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  static constexpr std::uint16_t kInfinity = 0x7f80;
};
}  // namespace types
using types::BfloatFormat;

namespace types {
template <class emu_F>
struct SmallFloat {
  using Format = emu_F;
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
}  // namespace types
using types::SmallFloat;

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
  friend bool operator<(SmallFloat2 a, SmallFloat2 b) { return a.x < b.x && a.y < b.y; }
  friend bool operator>(SmallFloat2 a, SmallFloat2 b) { return a.x > b.x && a.y > b.y; }
  friend bool operator<=(SmallFloat2 a, SmallFloat2 b) { return a.x <= b.x && a.y <= b.y; }
  friend bool operator>=(SmallFloat2 a, SmallFloat2 b) { return a.x >= b.x && a.y >= b.y; }
};

}  // namespace emu
