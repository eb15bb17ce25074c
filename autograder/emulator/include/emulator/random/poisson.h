// Poisson numbers of one state, with cuRAND's three methods: products of uniform numbers for small
// means, rejection for those up to 4000, the normal distribution for those above.
#pragma once

#include <cmath>

#include "emulator/random/conversions.h"

namespace emu::random {

/// How many uniform numbers have a product of at least e^-lambda (D. Knuth, The Art of Computer
/// Programming, volume 2, 3.4.1).
template <class State>
EMU_PASSING_ON unsigned poisson_by_products(State* state, float lambda) {
  float product = std::exp(lambda);
  unsigned count = 0;
  while ((product *= curand_uniform(state)) > 1.0f) ++count;
  return count;
}

namespace types {
/// A curve that is close to the Poisson distribution of a mean, and whose inverse is simple: the
/// square of a logistic curve, with cuRAND's parameters.
struct CurveNearPoisson {
  float mean, slope, shift;

  EMU_PASSING_ON explicit CurveNearPoisson(float lambda)
      : mean(lambda),
        slope(1.4324803507554091f / std::sqrt(lambda - 0.12400979329415655f) +
              0.00025361074907033f),
        shift(0.21096734870196546f / std::sqrt(lambda - 1.9738116408999942f) +
              0.94201734077887530f) {}
  EMU_PASSING_ON float below(float x) const {
    const float t = 1.0f + std::exp(slope * (mean - x) - shift);
    return 1.0f / (t * t);
  }
  EMU_PASSING_ON float inverse(float u) const {
    return mean - (shift + std::log(1.0f / std::sqrt(u) - 1.0f)) / slope;
  }
};
}  // namespace types
using types::CurveNearPoisson;

/// Draws from the curve, and keeps what the real distribution has there.
template <class State>
EMU_PASSING_ON unsigned poisson_by_rejection(State* state, float lambda) {
  const CurveNearPoisson curve(lambda);
  const float log_of_lambda = std::log(lambda);
  for (;;) {
    const float x = std::floor(curve.inverse(curand_uniform(state)));
    const float room = (curve.below(x + 1) - curve.below(x)) * 1.3f;
    const float at = curand_uniform(state) * room;
    const double factorial = std::lgamma(1.0 + x);
    const auto wanted =
        std::exp(static_cast<float>(-lambda + x * log_of_lambda - static_cast<float>(factorial)));
    if (at < wanted && room >= 1e-20f) return static_cast<unsigned>(x);
  }
}

template <class State>
EMU_PASSING_ON unsigned poisson(State* state, double lambda) {
  if (lambda < 64) return poisson_by_products(state, static_cast<float>(lambda));
  if (lambda > 4000) return poisson_of_normal(curand_normal_double(state), lambda);
  return poisson_by_rejection(state, static_cast<float>(lambda));
}

}  // namespace emu::random
