// What a generator of cuRAND's host API computes, wherever it is asked to put it.
//
// A generator is many threads, each with a subsequence of its own, which take turns: result n is of
// thread n modulo their number. Normal numbers come in pairs, and Philox gives four results at a
// turn. libcurand 10.4 orders its results so, on the host and on an H200, with the numbers of
// threads below; the guide to cuRAND says it of the legacy ordering of XORWOW alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "emulator/random/host_api.h"

namespace emu::random {

constexpr unsigned kXorwowThreads = 4096;
constexpr unsigned kMrgThreads = 81920;
constexpr unsigned kLegacyMrgThreads = 4096;
constexpr unsigned kPhiloxThreads = 65536;

/// The numbers of one seed, ordering and offset. They go on where the last call has ended.
class Numbers {
 public:
  virtual ~Numbers() = default;
  virtual void bits(std::uint32_t* out, std::size_t count) = 0;
  virtual void uniform(float* out, std::size_t count) = 0;
  virtual void uniform(double* out, std::size_t count) = 0;
  // Of mean 0 and deviation 1; `count` is even, but for Philox.
  virtual void normal(float* out, std::size_t count) = 0;
  virtual void normal(double* out, std::size_t count) = 0;
  virtual void poisson(std::uint32_t* out, std::size_t count, double lambda) = 0;
};

}  // namespace emu::random

/// What a curandGenerator_t points at.
struct curandGenerator_st {
  curandRngType_t type;  ///< one that is here
  bool on_host;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0;
  unsigned long long offset = 0;  ///< the number of the next result
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  /// Null until they are asked for, and after a change of what they depend on.
  std::unique_ptr<emu::random::Numbers> numbers;
};

namespace emu::random {

std::unique_ptr<Numbers> numbers_of(const curandGenerator_st& generator);

}  // namespace emu::random
