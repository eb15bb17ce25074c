// The functions of cuRAND's host API. A card computes the numbers in a kernel of the generator's
// stream; here they are computed at the call and stored in that stream.
#include "emulator/random/host_api.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "runtime/calls.h"
#include "runtime/pointers.h"
#include "runtime/random/generator.h"
#include "runtime/state.h"
#include "runtime/transfer.h"

namespace emu::random {

namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 32;  // of one call

template <class Body>
curandStatus_t library_call(const Call& call, Body&& body) {
  if (refusal() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  calls.site = call.site;
  const curandStatus_t status = current_block ? CURAND_STATUS_INTERNAL_ERROR : body(call);
  write_down(call, status == CURAND_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown);
  return status;
}

/// A call about a generator. What is none is not looked at.
template <class Body>
curandStatus_t generator_call(const Call& call, curandGenerator_t generator, Body&& body) {
  return library_call(call, [&](const Call& same) {
    const auto found = runtime.handles.generators.find(generator);
    if (found == runtime.handles.generators.end()) return CURAND_STATUS_NOT_INITIALIZED;
    return body(same, *found->second);
  });
}

curandStatus_t refuse(const Call& call, const std::string& what, const std::string& why,
                      const std::string& instead, curandStatus_t status) {
  warn(call, "device-api",
       std::string(call.name) + " asks for " + what + ", which the emulator does not have: " + why +
           "; use " + instead,
       "emulator");
  return status;
}

curandStatus_t refuse_generator(const Call& call, const std::string& what, const std::string& why) {
  return refuse(call, what, why,
                "CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A or "
                "CURAND_RNG_PSEUDO_PHILOX4_32_10",
                CURAND_STATUS_TYPE_ERROR);
}

curandStatus_t refuse_ordering(const Call& call, const std::string& what, const std::string& why) {
  return refuse(call, what, why, "CURAND_ORDERING_PSEUDO_DEFAULT or CURAND_ORDERING_PSEUDO_LEGACY",
                CURAND_STATUS_OUT_OF_RANGE);
}

curandStatus_t create(const Call& call, curandGenerator_t* out_handle, curandRngType_t type,
                      bool on_host) {
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      break;
    case CURAND_RNG_PSEUDO_MTGP32:
      return refuse_generator(call, "the generator MTGP32",
                              "it needs tables of parameters, which only NVIDIA's library has");
    case CURAND_RNG_PSEUDO_MT19937:
      return refuse_generator(call, "the generator MT19937",
                              "cuRAND does not say which sequence it gives for a seed");
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return refuse_generator(
          call, "a quasirandom generator (Sobol)",
          "it needs tables of direction vectors, which only NVIDIA's library has");
    default:
      return CURAND_STATUS_TYPE_ERROR;
  }
  auto generator = std::make_shared<curandGenerator_st>();
  generator->type = type;
  generator->on_host = on_host;
  curandGenerator_t const handle = generator.get();
  *out(out_handle) = handle;
  runtime.handles.generators.emplace(handle, std::move(generator));
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t set_ordering(const Call& call, curandGenerator_st& generator,
                            curandOrdering_t order) {
  switch (order) {
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
      generator.ordering = order;
      generator.numbers = nullptr;
      return CURAND_STATUS_SUCCESS;
    case CURAND_ORDERING_PSEUDO_SEEDED:
      return refuse_ordering(call, "the seeded ordering",
                             "cuRAND does not say how it makes a seed for each thread");
    case CURAND_ORDERING_PSEUDO_DYNAMIC:
      return refuse_ordering(call, "the dynamic ordering",
                             "cuRAND says only that its numbers depend on the card");
    default:
      return CURAND_STATUS_OUT_OF_RANGE;
  }
}

Numbers& started(curandGenerator_st& generator) {
  if (!generator.numbers) generator.numbers = numbers_of(generator);
  return *generator.numbers;
}

/// Where a host generator writes: memory of the host.
curandStatus_t store_on_host(const Call& call, void* to, const std::vector<char>& bytes) {
  if (pointee_of(to).side == Side::kDevice) {
    warn(call, "host-device-access",
         std::string(call.name) +
             " of a generator of curandCreateGeneratorHost gets device memory: the host fills the "
             "array; use curandCreateGenerator",
         "H6");
    return CURAND_STATUS_INTERNAL_ERROR;
  }
  std::memcpy(out(static_cast<char*>(to), bytes.size()), bytes.data(), bytes.size());
  return CURAND_STATUS_SUCCESS;
}

/// Where a device generator writes: memory that the device can reach.
curandStatus_t store_on_device(const Call& call, const curandGenerator_st& generator, void* to,
                               std::vector<char> bytes) {
  if (!device_can_reach(pointee_of(to).side)) {
    object(call, "host-device-access",
           std::string(call.name) +
               " of a generator of curandCreateGenerator gets memory of the host: the device fills "
               "the array; use curandCreateGeneratorHost",
           "H6");
    device_fault(cudaErrorIllegalAddress);
    return CURAND_STATUS_SUCCESS;  // an H200 finds out later
  }
  const cudaError_t error = store(call, static_cast<char*>(to), std::move(bytes), generator.stream);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/// `count` numbers that `compute` makes, into the program's memory.
template <class T, class Compute>
curandStatus_t generate(const Call& call, curandGenerator_t handle, T* to, std::size_t count,
                        Compute&& compute) {
  return generator_call(call, handle, [&](const Call& same, curandGenerator_st& generator) {
    if (count == 0) return CURAND_STATUS_SUCCESS;
    if (count > kMostNumbers) return CURAND_STATUS_ALLOCATION_FAILED;
    if (!to || check_range(same, to, count * sizeof(T)) != cudaSuccess)
      return CURAND_STATUS_LAUNCH_FAILURE;
    std::vector<T> numbers(count);
    compute(started(generator), numbers.data());
    generator.offset += count;  // a new seed goes on there, as libcurand's does
    std::vector<char> bytes(count * sizeof(T));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return generator.on_host ? store_on_host(same, to, bytes)
                             : store_on_device(same, generator, to, std::move(bytes));
  });
}

/// Normal numbers, or with `exponential` the powers of e that are log-normal.
template <class T>
curandStatus_t generate_normal(const Call& call, curandGenerator_t handle, T* to, std::size_t count,
                               std::type_identity_t<T> mean, std::type_identity_t<T> deviation,
                               bool exponential) {
  const auto found = runtime.handles.generators.find(handle);
  if (count % 2 != 0 && found != runtime.handles.generators.end() &&
      found->second->type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return generator_call(call, handle, [](const Call&, curandGenerator_st&) {
      return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    });
  }
  return generate(call, handle, to, count, [=](Numbers& numbers, T* numbers_out) {
    numbers.normal(numbers_out, count);
    for (std::size_t i = 0; i < count; ++i) {
      const T moved = mean + deviation * numbers_out[i];
      numbers_out[i] = exponential ? std::exp(moved) : moved;
    }
  });
}

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return library_call({"curandCreateGenerator", EMU_SITE},
                      [&](const Call& call) { return create(call, generator, type, false); });
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return library_call({"curandCreateGeneratorHost", EMU_SITE},
                      [&](const Call& call) { return create(call, generator, type, true); });
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return generator_call({"curandDestroyGenerator", EMU_SITE}, generator,
                        [&](const Call&, curandGenerator_st&) {
                          runtime.handles.generators.erase(generator);
                          return CURAND_STATUS_SUCCESS;
                        });
}

curandStatus_t curandGetVersion(int* version) {
  return library_call({"curandGetVersion", EMU_SITE}, [&](const Call&) {
    if (!version) return CURAND_STATUS_OUT_OF_RANGE;
    *emu::out(version) = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return generator_call({"curandSetStream", EMU_SITE}, generator,
                        [&](const Call&, curandGenerator_st& found) {
                          found.stream = stream;
                          return CURAND_STATUS_SUCCESS;
                        });
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  return generator_call({"curandSetPseudoRandomGeneratorSeed", EMU_SITE}, generator,
                        [&](const Call&, curandGenerator_st& found) {
                          found.seed = seed;
                          found.numbers = nullptr;
                          return CURAND_STATUS_SUCCESS;
                        });
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return generator_call({"curandSetGeneratorOffset", EMU_SITE}, generator,
                        [&](const Call&, curandGenerator_st& found) {
                          found.offset = offset;
                          found.numbers = nullptr;
                          return CURAND_STATUS_SUCCESS;
                        });
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return generator_call({"curandSetGeneratorOrdering", EMU_SITE}, generator,
                        [&](const Call& call, curandGenerator_st& found) {
                          return set_ordering(call, found, order);
                        });
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned) {
  return generator_call({"curandSetQuasiRandomGeneratorDimensions", EMU_SITE}, generator,
                        [](const Call&, curandGenerator_st&) { return CURAND_STATUS_TYPE_ERROR; });
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator_call({"curandGenerateSeeds", EMU_SITE}, generator,
                        [](const Call&, curandGenerator_st& found) {
                          started(found);
                          return CURAND_STATUS_SUCCESS;
                        });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t count) {
  return generate({"curandGenerate", EMU_SITE}, generator, out, count,
                  [count](auto& numbers, auto* to) { numbers.bits(to, count); });
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*, size_t) {
  return generator_call({"curandGenerateLongLong", EMU_SITE}, generator,
                        [](const Call&, curandGenerator_st&) { return CURAND_STATUS_TYPE_ERROR; });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t count) {
  return generate({"curandGenerateUniform", EMU_SITE}, generator, out, count,
                  [count](auto& numbers, auto* to) { numbers.uniform(to, count); });
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count) {
  return generate({"curandGenerateUniformDouble", EMU_SITE}, generator, out, count,
                  [count](auto& numbers, auto* to) { numbers.uniform(to, count); });
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t count,
                                    float mean, float stddev) {
  return generate_normal({"curandGenerateNormal", EMU_SITE}, generator, out, count, mean, stddev,
                         false);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                          double mean, double stddev) {
  return generate_normal({"curandGenerateNormalDouble", EMU_SITE}, generator, out, count, mean,
                         stddev, false);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count,
                                       float mean, float stddev) {
  return generate_normal({"curandGenerateLogNormal", EMU_SITE}, generator, out, count, mean, stddev,
                         true);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                             double mean, double stddev) {
  return generate_normal({"curandGenerateLogNormalDouble", EMU_SITE}, generator, out, count, mean,
                         stddev, true);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count,
                                     double lambda) {
  const Call call{"curandGeneratePoisson", EMU_SITE};
  if (!(lambda > 0) || lambda > 400000) {
    return generator_call(call, generator, [](const Call&, curandGenerator_st&) {
      return CURAND_STATUS_OUT_OF_RANGE;
    });
  }
  return generate(call, generator, out, count,
                  [=](auto& numbers, auto* to) { numbers.poisson(to, count, lambda); });
}

}  // extern "C"

}  // namespace emu::random
