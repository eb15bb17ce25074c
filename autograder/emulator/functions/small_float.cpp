// Rounding to 16-bit floating point, to nearest even.
#include "emulator/small_float.h"

#include <algorithm>
#include <cmath>

namespace emu {

namespace {

/// The bits of `x` in a format with `fraction_bits` of fraction and exponents from `min_exponent`
/// (that of the smallest normal number) on; what is too large becomes infinity.
std::uint16_t rounded_bits(double x, int fraction_bits, int min_exponent, std::uint16_t infinity) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000 : 0);
  if (std::isnan(x)) return 0x7fff;
  const double size = std::fabs(x);
  if (std::isinf(size)) return sign | infinity;
  if (size == 0) return sign;
  const int exponent = std::max(std::ilogb(size), min_exponent);
  // In units of the last place; a carry into the next exponent comes out right by itself.
  const auto units = static_cast<int>(std::nearbyint(std::ldexp(size, fraction_bits - exponent)));
  const int bits = ((exponent - min_exponent) << fraction_bits) + units;
  return static_cast<std::uint16_t>(sign | std::min<int>(bits, infinity));
}

}  // namespace

std::uint16_t HalfFormat::from_double(double x) { return rounded_bits(x, 10, -14, kInfinity); }
std::uint16_t HalfFormat::from_float(float x) { return from_double(double{x}); }

float HalfFormat::to_float(std::uint16_t bits) {
  const unsigned sign = static_cast<unsigned>(bits & 0x8000) << 16;
  const unsigned rest = bits & 0x7fff;
  if (rest >= kInfinity) return bits_as<float>(sign | 0x7f800000u | (rest & 0x3ff) << 13);
  if (rest >= 0x400) return bits_as<float>(sign | ((rest << 13) + (112u << 23)));
  const float size = static_cast<float>(rest) * 0x1p-24f;  // subnormal
  return sign != 0 ? -size : size;
}

std::uint16_t BfloatFormat::from_double(double x) { return rounded_bits(x, 7, -126, kInfinity); }
std::uint16_t BfloatFormat::from_float(float x) { return from_double(double{x}); }

}  // namespace emu
