// How cuRAND's states begin, give 32 bits and jump.
#pragma once

#include "emulator/random/conversions.h"
#include "emulator/random/mrg32k3a.h"
#include "emulator/random/philox.h"
#include "emulator/random/xorwow.h"

namespace emu::random {

EMU_PASSING_ON XorwowWords words_of(const curandStateXORWOW& state) {
  return {state.d, {state.v[0], state.v[1], state.v[2], state.v[3], state.v[4]}};
}
EMU_PASSING_ON void set_words(curandStateXORWOW& state, const XorwowWords& words) {
  state.d = words.counter;
  for (int i = 0; i < 5; ++i) state.v[i] = words.v[i];
}
EMU_PASSING_ON MrgWords words_of(const curandStateMRG32k3a& state) {
  return {{{state.s1[0], state.s1[1], state.s1[2]}, {state.s2[0], state.s2[1], state.s2[2]}}};
}
EMU_PASSING_ON void set_words(curandStateMRG32k3a& state, const MrgWords& words) {
  for (int i = 0; i < 3; ++i) state.s1[i] = words.s[0][i], state.s2[i] = words.s[1][i];
}

template <class State>
EMU_PASSING_ON void forget_normals(State& state) {
  state.boxmuller_flag = 0;
  state.boxmuller_flag_double = 0;
  state.boxmuller_extra = 0;
  state.boxmuller_extra_double = 0;
}

/// The next number of MRG32k3a as the recurrences give it, 1 to the first modulus.
EMU_PASSING_ON std::uint32_t next_of(curandStateMRG32k3a& state) {
  MrgWords words = words_of(state);
  const std::uint32_t number = next(words);
  set_words(state, words);
  return number;
}

EMU_PASSING_ON void compute_output(curandStatePhilox4_32_10& state) {
  state.output = philox(state.ctr, state.key);
}

}  // namespace emu::random

// ---- XORWOW -------------------------------------------------------------------------------------

EMU_PASSING_ON unsigned curand(curandStateXORWOW* state) {
  emu::issue<16>();
  emu::random::XorwowWords words = emu::random::words_of(*state);
  const unsigned number = emu::random::next(words);
  emu::random::set_words(*state, words);
  return number;
}
EMU_PASSING_ON void skipahead(unsigned long long n, curandStateXORWOW* state) {
  emu::random::set_words(*state, emu::random::xorwow_after(emu::random::words_of(*state), 0, n));
}
EMU_PASSING_ON void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  emu::random::set_words(*state, emu::random::xorwow_after(emu::random::words_of(*state), n, 0));
}
EMU_PASSING_ON void curand_init(unsigned long long seed, unsigned long long sequence,
                                unsigned long long offset, curandStateXORWOW* state) {
  emu::random::set_words(
      *state, emu::random::xorwow_after(emu::random::xorwow_of_seed(seed), sequence, offset));
  emu::random::forget_normals(*state);
}

// ---- Philox4x32-10 ------------------------------------------------------------------------------

EMU_PASSING_ON unsigned curand(curandStatePhilox4_32_10* state) {
  emu::issue<20>();  // of the rounds, a quarter
  const uint4 output = state->output;
  const unsigned given = state->STATE;
  state->STATE = (given + 1) % 4;
  if (given == 3) {
    state->ctr = emu::random::counter_after(state->ctr, 1);
    emu::random::compute_output(*state);
  }
  return given == 0 ? output.x : given == 1 ? output.y : given == 2 ? output.z : output.w;
}
/// The next four words. The normal numbers that are left of pairs stay.
EMU_PASSING_ON uint4 curand4(curandStatePhilox4_32_10* state) {
  emu::issue<70>();
  const uint4 now = state->output;
  state->ctr = emu::random::counter_after(state->ctr, 1);
  emu::random::compute_output(*state);
  const uint4 later = state->output;
  const unsigned words[8] = {now.x, now.y, now.z, now.w, later.x, later.y, later.z, later.w};
  const unsigned* const first = words + state->STATE;
  return {first[0], first[1], first[2], first[3]};
}
EMU_PASSING_ON void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  const unsigned long long words = state->STATE + n % 4;
  state->STATE = static_cast<unsigned>(words % 4);
  state->ctr = emu::random::counter_after(state->ctr, n / 4 + words / 4);
  emu::random::compute_output(*state);
}
EMU_PASSING_ON void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->ctr = emu::random::counter_after_sequences(state->ctr, n);
  emu::random::compute_output(*state);
}
EMU_PASSING_ON void curand_init(unsigned long long seed, unsigned long long subsequence,
                                unsigned long long offset, curandStatePhilox4_32_10* state) {
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state->ctr = emu::random::counter_after_sequences({0, 0, 0, 0}, subsequence);
  state->STATE = 0;
  skipahead(offset, state);
  emu::random::forget_normals(*state);
}

// ---- MRG32k3a -----------------------------------------------------------------------------------

EMU_PASSING_ON unsigned curand(curandStateMRG32k3a* state) {
  emu::issue<24>();
  return emu::random::bits_of_mrg(emu::random::next_of(*state));
}
EMU_PASSING_ON void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
  emu::random::set_words(*state, emu::random::mrg_after(emu::random::words_of(*state), n, 0));
}
EMU_PASSING_ON void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  emu::random::set_words(*state, emu::random::mrg_after(emu::random::words_of(*state), n,
                                                        emu::random::kMrgSubsequenceBits));
}
EMU_PASSING_ON void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  emu::random::set_words(*state, emu::random::mrg_after(emu::random::words_of(*state), n,
                                                        emu::random::kMrgSequenceBits));
}
EMU_PASSING_ON void curand_init(unsigned long long seed, unsigned long long subsequence,
                                unsigned long long offset, curandStateMRG32k3a* state) {
  emu::random::MrgWords words = emu::random::mrg_of_seed(seed);
  words = emu::random::mrg_after(words, subsequence, emu::random::kMrgSubsequenceBits);
  emu::random::set_words(*state, emu::random::mrg_after(words, offset, 0));
  emu::random::forget_normals(*state);
}
