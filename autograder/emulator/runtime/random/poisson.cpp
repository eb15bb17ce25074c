#include "runtime/random/poisson.h"

#include <algorithm>
#include <cmath>

namespace emu::random {

namespace {

// Beyond so many deviations, and a few numbers more for small means, less is left than 2^-32.
constexpr double kDeviations = 7, kMore = 20;

}  // namespace

PoissonTable::PoissonTable(double lambda) {
  const double width = kDeviations * std::sqrt(lambda) + kMore;
  least_ = static_cast<std::uint32_t>(std::max(0.0, std::floor(lambda - width)));
  const auto most = static_cast<std::uint32_t>(std::min(lambda + width, 0x1p32 - 1));
  double sum = 0;
  for (std::uint64_t k = least_; k <= most; ++k) {
    sum += std::exp(static_cast<double>(k) * std::log(lambda) - lambda -
                    std::lgamma(static_cast<double>(k) + 1));
    reached_.push_back(sum);
  }
}

std::uint32_t PoissonTable::number(std::uint32_t bits) const {
  const double share = bits * 0x1p-32 + 0x1p-33;
  const auto found = std::lower_bound(reached_.begin(), reached_.end() - 1, share);
  return least_ + static_cast<std::uint32_t>(found - reached_.begin());
}

}  // namespace emu::random
