// Poisson numbers of 32 random bits: the smallest number whose probability, together with that of
// all smaller ones, reaches the bits' share. cuRAND takes 32 bits for a number, too, and looks the
// number up in tables whose making it does not tell.
#pragma once

#include <cstdint>
#include <vector>

namespace emu::random {

class PoissonTable {
 public:
  /// `lambda`, above 0, is the mean and the variance.
  explicit PoissonTable(double lambda);
  std::uint32_t number(std::uint32_t bits) const;

 private:
  std::uint32_t least_;          // all smaller ones together are too improbable for 32 bits
  std::vector<double> reached_;  // by each number from there on
};

}  // namespace emu::random
