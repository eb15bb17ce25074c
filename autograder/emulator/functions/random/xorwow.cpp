// Jumps of XORWOW. A step is a linear map A of 160 bits. By Cayley and Hamilton, A^n is p(A) for
// the polynomial p that remains of x^n when it is divided by A's characteristic polynomial. So a
// jump multiplies powers of x, and then walks over 160 steps and adds up those that p names.
#include "emulator/random/xorwow.h"

#include <array>
#include <cstddef>

namespace emu::random {

namespace {

constexpr unsigned kDegree = 160, kWords = 5;

/// A polynomial over GF(2) of a degree below 160: bit i is the coefficient of x^i.
using Polynomial = std::array<std::uint32_t, kWords>;

// The characteristic polynomial of A without its x^160, found from 320 bits of a sequence
// (Berlekamp and Massey). jumps_test.cpp walks what a jump promises.
constexpr Polynomial kCharacteristic{0x00060001, 0x08610030, 0x00062121, 0x0f3c0035, 0x00000f0e};

constexpr bool has(const Polynomial& p, unsigned i) { return (p[i / 32] >> i % 32 & 1) != 0; }

constexpr void times_x(Polynomial& p) {
  const bool overflows = has(p, kDegree - 1);
  for (unsigned i = kWords - 1; i > 0; --i) p[i] = p[i] << 1 | p[i - 1] >> 31;
  p[0] <<= 1;
  if (!overflows) return;
  for (unsigned i = 0; i < kWords; ++i) p[i] ^= kCharacteristic[i];
}

constexpr Polynomial product(const Polynomial& a, const Polynomial& b) {
  Polynomial result{};
  for (unsigned i = kDegree; i-- > 0;) {
    times_x(result);
    if (!has(b, i)) continue;
    for (unsigned word = 0; word < kWords; ++word) result[word] ^= a[word];
  }
  return result;
}

/// x^(2^k). One constant for each k: clang++ evaluates no constant that takes too many steps.
template <unsigned k>
constexpr Polynomial kPowerOfX = product(kPowerOfX<k - 1>, kPowerOfX<k - 1>);
template <>
constexpr Polynomial kPowerOfX<0> = {2};

template <unsigned... k>
constexpr std::array<Polynomial, sizeof...(k)> powers_of_x(
    std::integer_sequence<unsigned, k...> /*unused*/) {
  return {kPowerOfX<k>...};
}

/// Of every k that a jump may need.
constexpr auto kPowersOfX =
    powers_of_x(std::make_integer_sequence<unsigned, kXorwowSequenceBits + 64>());

/// `so_far` times x^(count * 2^first_bit).
Polynomial times_power(Polynomial so_far, std::uint64_t count, unsigned first_bit) {
  for (unsigned bit = first_bit; count != 0; count >>= 1, ++bit)
    if (count & 1) so_far = product(so_far, kPowersOfX[bit]);
  return so_far;
}

/// p(A) applied to the words.
void apply(const Polynomial& p, std::uint32_t (&v)[kWords]) {
  XorwowWords walk{};
  for (unsigned i = 0; i < kWords; ++i) walk.v[i] = v[i];
  std::uint32_t sum[kWords] = {};
  for (unsigned i = 0; i < kDegree; ++i, next(walk))
    for (unsigned word = 0; has(p, i) && word < kWords; ++word) sum[word] ^= walk.v[word];
  for (unsigned i = 0; i < kWords; ++i) v[i] = sum[i];
}

}  // namespace

XorwowWords xorwow_after(XorwowWords words, std::uint64_t sequences, std::uint64_t steps) {
  if ((sequences | steps) == 0) return words;
  apply(times_power(times_power({1}, sequences, kXorwowSequenceBits), steps, 0), words.v);
  // The counter comes back to where it was after 2^32 steps, and so after a sequence.
  words.counter += static_cast<std::uint32_t>(steps) * kXorwowStep;
  return words;
}

}  // namespace emu::random
