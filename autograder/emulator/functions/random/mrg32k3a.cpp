// Jumps of MRG32k3a: powers of the two matrices that make a step, by repeated squaring.
#include "emulator/random/mrg32k3a.h"

namespace emu::random {

namespace {

struct Matrix {
  std::uint64_t at[3][3];
};

// They take the last three numbers, the oldest first, to the next three.
constexpr Matrix kStep[2] = {
    {{{0, 1, 0}, {0, 0, 1}, {kMrgModulus[0] - 810728, 1403580, 0}}},
    {{{0, 1, 0}, {0, 0, 1}, {kMrgModulus[1] - 1370589, 0, 527612}}},
};

constexpr Matrix product(const Matrix& a, const Matrix& b, std::uint64_t modulus) {
  Matrix result{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      for (int i = 0; i < 3; ++i)
        result.at[row][column] =
            (result.at[row][column] + a.at[row][i] * b.at[i][column] % modulus) % modulus;
  return result;
}

void apply(const Matrix& matrix, std::uint32_t (&s)[3], std::uint64_t modulus) {
  std::uint64_t sum[3] = {};
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < 3; ++i)
      sum[row] = (sum[row] + matrix.at[row][i] * s[i] % modulus) % modulus;
  for (int row = 0; row < 3; ++row) s[row] = static_cast<std::uint32_t>(sum[row]);
}

/// A step squared so many times: 2^`squarings` steps.
constexpr Matrix squared(Matrix matrix, unsigned squarings, std::uint64_t modulus) {
  for (unsigned i = 0; i < squarings; ++i) matrix = product(matrix, matrix, modulus);
  return matrix;
}

struct Jump {
  unsigned bits;
  Matrix matrices[2];  // of each recurrence
};

constexpr Jump jump_of(unsigned bits) {
  return {bits, {squared(kStep[0], bits, kMrgModulus[0]), squared(kStep[1], bits, kMrgModulus[1])}};
}

constexpr Jump kJumps[] = {jump_of(0), jump_of(kMrgSubsequenceBits), jump_of(kMrgSequenceBits)};

}  // namespace

MrgWords mrg_after(MrgWords words, std::uint64_t count, unsigned bits) {
  const Jump* jump = kJumps;
  while (jump->bits != bits) ++jump;
  for (int recurrence = 0; recurrence < 2; ++recurrence) {
    const std::uint64_t modulus = kMrgModulus[recurrence];
    Matrix power = jump->matrices[recurrence];
    for (std::uint64_t rest = count; rest != 0; rest >>= 1) {
      if (rest & 1) apply(power, words.s[recurrence], modulus);
      if (rest > 1) power = product(power, power, modulus);
    }
  }
  return words;
}

}  // namespace emu::random
