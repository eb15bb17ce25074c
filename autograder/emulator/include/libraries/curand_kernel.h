// cuRAND's device API: generators that a kernel holds in its own memory, with the same numbers as
// NVIDIA's for the same seed, sequence and offset. Three generators are here: XORWOW, Philox4x32-10
// and MRG32k3a. Every function reads and writes the state that it is given, as the race checker
// sees.
#pragma once

#define CURAND_KERNEL_H_  // programs ask whether cuRAND has been included

#include "cuda_runtime.h"
#include "curand.h"
#include "emulator/random/mrg32k3a.h"
#include "emulator/random/philox.h"
#include "emulator/random/xorwow.h"

struct curandStateXORWOW {
  unsigned d;     ///< the counter
  unsigned v[5];  ///< the words, the oldest first
  // One normal number is left of each pair, until it is asked for.
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;  ///< of `ctr`
  uint2 key;
  unsigned STATE;  ///< how many words of `output` have been given, 0 to 3
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned s1[3];
  unsigned s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

#include "emulator/random/distributions.h"
#include "emulator/random/states.h"
