// cuRAND's distributions over the states of states.h. Normal numbers come in pairs: the functions
// that give one keep the other for the next call.
#pragma once

#include "emulator/random/conversions.h"
#include "emulator/random/poisson.h"
#include "emulator/random/states.h"

// ---- Uniform ------------------------------------------------------------------------------------

EMU_PASSING_ON float curand_uniform(curandStateXORWOW* state) {
  return emu::random::uniform(curand(state));
}
EMU_PASSING_ON float curand_uniform(curandStatePhilox4_32_10* state) {
  return emu::random::uniform(curand(state));
}
EMU_PASSING_ON double curand_uniform_double(curandStateMRG32k3a* state) {
  emu::issue<24>();
  return emu::random::uniform_of_mrg(emu::random::next_of(*state));
}
EMU_PASSING_ON float curand_uniform(curandStateMRG32k3a* state) {
  return static_cast<float>(curand_uniform_double(state));
}
EMU_PASSING_ON double curand_uniform_double(curandStateXORWOW* state) {
  const unsigned first = curand(state);
  return emu::random::uniform_double(first, curand(state));
}
/// Of 32 bits only, and 2^-32 at least, as cuRAND's.
EMU_PASSING_ON double curand_uniform_double(curandStatePhilox4_32_10* state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
EMU_PASSING_ON float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return {emu::random::uniform(bits.x), emu::random::uniform(bits.y), emu::random::uniform(bits.z),
          emu::random::uniform(bits.w)};
}
EMU_PASSING_ON double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return {emu::random::uniform_double(bits.x, bits.y), emu::random::uniform_double(bits.z, bits.w)};
}
EMU_PASSING_ON double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return {a.x, a.y, b.x, b.y};
}

// ---- Normal -------------------------------------------------------------------------------------

EMU_PASSING_ON float2 curand_normal2(curandStateXORWOW* state) {
  const unsigned first = curand(state);
  return emu::random::box_muller(first, curand(state));
}
EMU_PASSING_ON float2 curand_normal2(curandStatePhilox4_32_10* state) {
  const unsigned first = curand(state);
  return emu::random::box_muller(first, curand(state));
}
EMU_PASSING_ON float2 curand_normal2(curandStateMRG32k3a* state) {
  const float first = curand_uniform(state);
  return emu::random::box_muller(first, curand_uniform(state) * emu::random::kTwoPi);
}
EMU_PASSING_ON double2 curand_normal2_double(curandStateXORWOW* state) {
  const double first = curand_uniform_double(state);
  return emu::random::box_muller_double(first, curand_uniform_double(state) * 2);
}
EMU_PASSING_ON double2 curand_normal2_double(curandStatePhilox4_32_10* state) {
  const double2 uniform = curand_uniform2_double(state);
  return emu::random::box_muller_double(uniform.x, uniform.y * 2);
}
EMU_PASSING_ON double2 curand_normal2_double(curandStateMRG32k3a* state) {
  const double first = curand_uniform_double(state);
  return emu::random::box_muller_double(first, curand_uniform_double(state) * 2);
}
EMU_PASSING_ON float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  const float2 a = emu::random::box_muller(bits.x, bits.y);
  const float2 b = emu::random::box_muller(bits.z, bits.w);
  return {a.x, a.y, b.x, b.y};
}
EMU_PASSING_ON double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
  const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
  return {a.x, a.y, b.x, b.y};
}

// ---- The same for each state --------------------------------------------------------------------

namespace emu::random {

/// What a state keeps of a pair: the second number of one that it has given the first number of.
enum Kept : int { kNothing = 0, kNormal = 1, kLogNormal = 2 };

/// The next number of one kind. What is kept of the other kind is lost when a new pair is drawn.
template <class T, class Draw>
EMU_PASSING_ON T next_of_pair(int& kept, T& second, Kept kind, Draw&& draw) {
  if (kept == kind) {
    kept = kNothing;
    return second;
  }
  const auto pair = draw();
  second = pair.y;
  kept = kind;
  return pair.x;
}

/// Of normal numbers; the logarithms of the result have this mean and deviation.
template <class Pair, class T>
EMU_PASSING_ON Pair log_normal_of(const Pair& normal, T mean, T stddev) {
  return {std::exp(mean + stddev * normal.x), std::exp(mean + stddev * normal.y)};
}

}  // namespace emu::random

// A log-normal number that is kept has the mean and deviation of the call that drew it, as
// cuRAND's.
#define EMU_CURAND_DISTRIBUTIONS(State)                                                           \
  EMU_PASSING_ON float curand_normal(State* state) {                                              \
    return emu::random::next_of_pair(state->boxmuller_flag, state->boxmuller_extra,               \
                                     emu::random::kNormal,                                        \
                                     [state] { return curand_normal2(state); });                  \
  }                                                                                               \
  EMU_PASSING_ON double curand_normal_double(State* state) {                                      \
    return emu::random::next_of_pair(state->boxmuller_flag_double, state->boxmuller_extra_double, \
                                     emu::random::kNormal,                                        \
                                     [state] { return curand_normal2_double(state); });           \
  }                                                                                               \
  EMU_PASSING_ON float2 curand_log_normal2(State* state, float mean, float stddev) {              \
    return emu::random::log_normal_of(curand_normal2(state), mean, stddev);                       \
  }                                                                                               \
  EMU_PASSING_ON double2 curand_log_normal2_double(State* state, double mean, double stddev) {    \
    return emu::random::log_normal_of(curand_normal2_double(state), mean, stddev);                \
  }                                                                                               \
  EMU_PASSING_ON float curand_log_normal(State* state, float mean, float stddev) {                \
    return emu::random::next_of_pair(state->boxmuller_flag, state->boxmuller_extra,               \
                                     emu::random::kLogNormal,                                     \
                                     [=] { return curand_log_normal2(state, mean, stddev); });    \
  }                                                                                               \
  EMU_PASSING_ON double curand_log_normal_double(State* state, double mean, double stddev) {      \
    return emu::random::next_of_pair(                                                             \
        state->boxmuller_flag_double, state->boxmuller_extra_double, emu::random::kLogNormal,     \
        [=] { return curand_log_normal2_double(state, mean, stddev); });                          \
  }                                                                                               \
  /** Of the mean and variance lambda, above 0. */                                                \
  EMU_PASSING_ON unsigned curand_poisson(State* state, double lambda) {                           \
    return emu::random::poisson(state, lambda);                                                   \
  }
EMU_CURAND_DISTRIBUTIONS(curandStateXORWOW)
EMU_CURAND_DISTRIBUTIONS(curandStatePhilox4_32_10)
EMU_CURAND_DISTRIBUTIONS(curandStateMRG32k3a)
#undef EMU_CURAND_DISTRIBUTIONS

EMU_PASSING_ON float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean,
                                         float stddev) {
  const float4 n = curand_normal4(state);
  return {std::exp(mean + stddev * n.x), std::exp(mean + stddev * n.y),
          std::exp(mean + stddev * n.z), std::exp(mean + stddev * n.w)};
}
EMU_PASSING_ON double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean,
                                                 double stddev) {
  const double4 n = curand_normal4_double(state);
  return {std::exp(mean + stddev * n.x), std::exp(mean + stddev * n.y),
          std::exp(mean + stddev * n.z), std::exp(mean + stddev * n.w)};
}
EMU_PASSING_ON uint4 curand_poisson4(curandStatePhilox4_32_10* state, double lambda) {
  if (lambda > 4000) {
    const double4 n = curand_normal4_double(state);
    return {
        emu::random::poisson_of_normal(n.x, lambda), emu::random::poisson_of_normal(n.y, lambda),
        emu::random::poisson_of_normal(n.z, lambda), emu::random::poisson_of_normal(n.w, lambda)};
  }
  const unsigned x = curand_poisson(state, lambda), y = curand_poisson(state, lambda);
  const unsigned z = curand_poisson(state, lambda), w = curand_poisson(state, lambda);
  return {x, y, z, w};
}
