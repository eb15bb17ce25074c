// cuRAND's host API: a generator fills arrays on the device, in its stream, or arrays of the host.
// The pseudorandom generators XORWOW, Philox4x32-10 and MRG32k3a are here, in their default and
// their legacy ordering. What is left out returns an error and says why on the standard error.
//
// Every function returns a status, and none touches the runtime's last error.
#pragma once

#include <stddef.h>

#include "driver_types.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VER_BUILD 35
#define CURAND_VERSION 10400
#define CURANDAPI

enum curandStatus : int {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,  ///< no generator
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,           ///< a generator of another kind
  CURAND_STATUS_OUT_OF_RANGE = 104,         ///< an argument
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,  ///< normal numbers come in pairs
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef curandStatus curandStatus_t;

enum curandRngType : int {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,  ///< XORWOW
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef curandRngType curandRngType_t;

/// Which subsequence each result comes from.
enum curandOrdering : int {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef curandOrdering curandOrdering_t;

typedef struct curandGenerator_st* curandGenerator_t;

extern "C" {

// ---- Generators ---------------------------------------------------------------------------------

/// A generator for arrays on the current device.
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
/// A generator for arrays of the host.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
/// Starts the sequence of this seed: where the offset says, and not at the begin if the generator
/// has given numbers before.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed);
/// The next result is that of number `offset` of the sequence.
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
/// 103: no generator here is quasirandom.
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned dimensions);
/// Computes the states now, and not when they are first used.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

// ---- Results: `count` numbers, in the generator's stream ----------------------------------------

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t count);
/// 103: only quasirandom generators give 64 bits.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out,
                                      size_t count);
/// Above 0, at most 1.
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count);
// An even count, but for Philox.
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t count,
                                    float mean, float stddev);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                          double mean, double stddev);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count,
                                       float mean, float stddev);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                             double mean, double stddev);
/// The distribution is cuRAND's, the numbers are not: cuRAND does not say how it looks them up.
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count,
                                     double lambda);
}
