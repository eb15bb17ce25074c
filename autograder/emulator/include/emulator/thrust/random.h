// Thrust's engines and distributions, in the calling thread. The numbers are those of Thrust: the
// engines are the C++ standard's, and a distribution scales what the engine gives.
#pragma once

#include <climits>
#include <cstdint>
#include <utility>

#include "emulator/seam.h"

namespace thrust {

/// x * a mod m, as std::linear_congruential_engine, with a jump over many numbers.
template <class Result, Result Multiplier, Result Increment, Result Modulus>
class linear_congruential_engine {
 public:
  using result_type = Result;
  static constexpr Result multiplier = Multiplier, increment = Increment, modulus = Modulus;
  static constexpr Result min = Increment == 0 ? 1 : 0;
  static constexpr Result max = Modulus - 1;
  static constexpr Result default_seed = 1;

  explicit linear_congruential_engine(Result value = default_seed) { seed(value); }
  void seed(Result value = default_seed) {
    const Result rest = Modulus == 0 ? value : value % Modulus;
    state_ = Increment == 0 && rest == 0 ? 1 : rest;
  }
  Result operator()() {
    state_ = next(Multiplier, Increment, state_);
    return state_;
  }
  /// By powers of the step: as many steps as the number has bits.
  void discard(unsigned long long count) {
    Result a = Multiplier, c = Increment;
    for (; count > 0; count /= 2) {
      if (count % 2 == 1) state_ = next(a, c, state_);
      c = next(a, c, c);
      a = next(a, 0, a);
    }
  }
  friend bool operator==(const linear_congruential_engine& x, const linear_congruential_engine& y) {
    return x.state_ == y.state_;
  }

 private:
  static Result next(Result a, Result c, Result x) {
    const auto sum = static_cast<std::uint64_t>(a) * x + c;
    return static_cast<Result>(sum % Modulus);
  }
  Result state_;
};

using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

template <class Real = double>
class uniform_real_distribution {
 public:
  using result_type = Real;
  using param_type = std::pair<Real, Real>;
  explicit uniform_real_distribution(Real a = 0, Real b = 1) : range_(a, b) {}
  template <class Engine>
  Real operator()(Engine& engine) {
    return (*this)(engine, range_);
  }
  /// The engine's number, scaled to the half-open range.
  template <class Engine>
  Real operator()(Engine& engine, const param_type& range) {
    const Real scaled = static_cast<Real>(engine() - Engine::min) /
                        (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return scaled * (range.second - range.first) + range.first;
  }
  Real a() const { return range_.first; }
  Real b() const { return range_.second; }
  void reset() {}

 private:
  param_type range_;
};

template <class Integer = int>
class uniform_int_distribution {
 public:
  using result_type = Integer;
  using param_type = std::pair<Integer, Integer>;
  explicit uniform_int_distribution(Integer a = 0, Integer b = INT_MAX) : range_(a, b) {}
  template <class Engine>
  Integer operator()(Engine& engine) {
    return (*this)(engine, range_);
  }
  template <class Engine>
  Integer operator()(Engine& engine, const param_type& range) {
    uniform_real_distribution<double> real(static_cast<double>(range.first),
                                           static_cast<double>(range.second) + 1.0);
    return static_cast<Integer>(real(engine));
  }
  Integer a() const { return range_.first; }
  Integer b() const { return range_.second; }
  void reset() {}

 private:
  param_type range_;
};

namespace random {
using thrust::default_random_engine;
using thrust::linear_congruential_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
