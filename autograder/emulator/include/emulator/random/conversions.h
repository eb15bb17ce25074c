// From random bits to numbers of a distribution: what cuRAND's device API and host API share.
#pragma once

#include <cmath>
#include <cstdint>

#include "emulator/random/mrg32k3a.h"
#include "emulator/seam.h"
#include "vector_functions.h"

namespace emu::random {

constexpr float kTwoPi = 6.2831855f;

/// Above 0, at most 1.
EMU_PASSING_ON float uniform(std::uint32_t bits) {
  return static_cast<float>(bits) * 0x1p-32f + 0x1p-33f;
}
/// The same with 53 bits, of two words.
EMU_PASSING_ON double uniform_double(std::uint32_t first, std::uint32_t second) {
  const std::uint64_t bits = first ^ std::uint64_t{second} << 21;
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}
/// The same of a number of MRG32k3a, 1 to the first modulus.
EMU_PASSING_ON double uniform_of_mrg(std::uint32_t number) {
  return number * 2.3283065498378288e-10;
}

/// As 32 bits: stretched, so that the largest number becomes 2^32 - 1.
EMU_PASSING_ON std::uint32_t bits_of_mrg(std::uint32_t number) {
  return static_cast<std::uint32_t>(number * 1.000000048662);
}

// Two normal numbers of a radius and an angle (G. Box and M. Muller, 1958). A card computes sine
// and cosine of floats with its fast, less accurate instructions.

/// `u` above 0, `angle` in radians.
EMU_PASSING_ON float2 box_muller(float u, float angle) {
  const float radius = std::sqrt(-2.0f * std::log(u));
  return {radius * std::sin(angle), radius * std::cos(angle)};
}
EMU_PASSING_ON float2 box_muller(std::uint32_t first, std::uint32_t second) {
  constexpr float kScale = 2.3283064e-10f * kTwoPi;
  return box_muller(uniform(first), static_cast<float>(second) * kScale + kScale / 2);
}
/// `turns` is 1 for half of the circle.
EMU_PASSING_ON double2 box_muller_double(double u, double turns) {
  constexpr double kPi = 3.14159265358979323846;
  const double radius = std::sqrt(-2.0 * std::log(u));
  return {radius * std::sin(turns * kPi), radius * std::cos(turns * kPi)};
}

/// The whole number that is next to a normal number of this mean and variance.
EMU_PASSING_ON unsigned poisson_of_normal(double normal, double lambda) {
  return static_cast<unsigned>(std::sqrt(lambda) * normal + lambda + 0.5);
}

}  // namespace emu::random
