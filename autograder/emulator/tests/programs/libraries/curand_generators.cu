// cuRAND's host API: the same numbers from generators of the device and of the host, in the default
// and the legacy ordering, call after call, with seeds and offsets. The checksums are those of
// NVIDIA's generators.
#include <curand.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "../../expect.h"

#define EXPECT_STATUS(call, status) EXPECT_EQ(static_cast<int>(call), static_cast<int>(status))
#define OK(call) EXPECT_STATUS(call, CURAND_STATUS_SUCCESS)

struct Settings {
  curandRngType_t type;
  curandOrdering_t ordering;
  unsigned long long seed, offset;
  std::uint64_t checksum;
};

constexpr std::size_t kParts[] = {3, 5, 5000, 1, 100000};

std::uint64_t checksum_of(const std::vector<unsigned>& numbers) {
  std::uint64_t sum = 14695981039346656037u;
  for (const unsigned number : numbers) sum = (sum ^ number) * 1099511628211u;
  return sum;
}

curandGenerator_t make(const Settings& settings, bool on_host) {
  curandGenerator_t generator;
  OK(on_host ? curandCreateGeneratorHost(&generator, settings.type)
             : curandCreateGenerator(&generator, settings.type));
  OK(curandSetGeneratorOrdering(generator, settings.ordering));
  OK(curandSetPseudoRandomGeneratorSeed(generator, settings.seed));
  OK(curandSetGeneratorOffset(generator, settings.offset));
  return generator;
}

/// `generate(generator, out, count)` several times.
template <class T, class Generate>
std::vector<T> on_host(const Settings& settings, const std::vector<std::size_t>& parts,
                       Generate generate) {
  const curandGenerator_t generator = make(settings, true);
  std::vector<T> all;
  for (const std::size_t count : parts) {
    std::vector<T> part(count);
    OK(generate(generator, part.data(), count));
    all.insert(all.end(), part.begin(), part.end());
  }
  OK(curandDestroyGenerator(generator));
  return all;
}

/// The same on the device, in a stream.
template <class T, class Generate>
std::vector<T> on_device(const Settings& settings, const std::vector<std::size_t>& parts,
                         Generate generate) {
  const curandGenerator_t generator = make(settings, false);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  OK(curandSetStream(generator, stream));
  std::vector<T> all;
  for (const std::size_t count : parts) {
    T* numbers;
    cudaMalloc(&numbers, count * sizeof(T));
    OK(generate(generator, numbers, count));
    std::vector<T> part(count);
    cudaMemcpyAsync(part.data(), numbers, count * sizeof(T), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaFree(numbers);
    all.insert(all.end(), part.begin(), part.end());
  }
  OK(curandDestroyGenerator(generator));
  cudaStreamDestroy(stream);
  return all;
}

void check_bits(const Settings& settings) {
  const std::vector<std::size_t> parts(std::begin(kParts), std::end(kParts));
  const std::uint64_t host = checksum_of(on_host<unsigned>(settings, parts, curandGenerate));
  const std::uint64_t device = checksum_of(on_device<unsigned>(settings, parts, curandGenerate));
  if (host != settings.checksum || device != settings.checksum)
    std::printf("type %d, ordering %d, seed %llu: host 0x%llx, device 0x%llx\n", settings.type,
                settings.ordering, settings.seed, static_cast<unsigned long long>(host),
                static_cast<unsigned long long>(device));
  EXPECT(host == settings.checksum);
  EXPECT(device == settings.checksum);
}

/// Sums of results, each with another weight, so that their order counts.
template <class T>
double weighted(const std::vector<T>& numbers) {
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    sum += numbers[i] * static_cast<double>(i % 97 + 1);
  return sum / static_cast<double>(numbers.size());
}

struct Expected {
  curandRngType_t type;
  double uniform, uniform_double, normal, normal_double, log_normal;
};

template <class T, class Generate>
void check_distribution(const Settings& settings, double expected, Generate generate,
                        const char* name) {
  for (const bool device : {false, true}) {
    const double actual = weighted(device ? on_device<T>(settings, {20000, 12000}, generate)
                                          : on_host<T>(settings, {20000, 12000}, generate));
    if (std::fabs(actual - expected) > 1e-4)
      std::printf("type %d, %s: %.9g, expected %.9g\n", settings.type, name, actual, expected);
    EXPECT(std::fabs(actual - expected) <= 1e-4);
  }
}

void check_distributions(const Expected& expected) {
  const Settings settings{expected.type, CURAND_ORDERING_PSEUDO_LEGACY, 77, 0, 0};
  check_distribution<float>(settings, expected.uniform, curandGenerateUniform, "uniform");
  check_distribution<double>(settings, expected.uniform_double, curandGenerateUniformDouble,
                             "uniform double");
  check_distribution<float>(
      settings, expected.normal,
      [](auto generator, float* out, std::size_t count) {
        return curandGenerateNormal(generator, out, count, 1, 2);
      },
      "normal");
  check_distribution<double>(
      settings, expected.normal_double,
      [](auto generator, double* out, std::size_t count) {
        return curandGenerateNormalDouble(generator, out, count, 1, 2);
      },
      "normal double");
  check_distribution<float>(
      settings, expected.log_normal,
      [](auto generator, float* out, std::size_t count) {
        return curandGenerateLogNormal(generator, out, count, 0, 0.5f);
      },
      "log-normal");
}

void check_poisson() {
  for (const double lambda : {0.5, 12.0, 90.0, 3000.0}) {
    const Settings settings{CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 5, 0, 0};
    const std::vector<unsigned> numbers = on_device<unsigned>(
        settings, {40000}, [lambda](auto generator, unsigned* out, std::size_t count) {
          return curandGeneratePoisson(generator, out, count, lambda);
        });
    double sum = 0, squares = 0;
    for (const unsigned number : numbers) {
      sum += number - lambda;
      squares += (number - lambda) * (number - lambda);
    }
    const double count = static_cast<double>(numbers.size());
    EXPECT(std::fabs(sum / count) < 5 * std::sqrt(lambda / count));
    EXPECT(std::fabs(squares / count / lambda - 1) < 0.05);
  }
}

void check_statuses() {
  curandGenerator_t generator;
  OK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  float numbers[3];
  EXPECT_STATUS(curandGenerateNormal(generator, numbers, 3, 0, 1),
                CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  unsigned integers[2];
  EXPECT_STATUS(curandGeneratePoisson(generator, integers, 2, -1), CURAND_STATUS_OUT_OF_RANGE);
  OK(curandDestroyGenerator(generator));
  int version = 0;
  OK(curandGetVersion(&version));
  EXPECT(version >= 10000);
}

// A generator keeps its place in the sequence when it gets another seed or ordering.
void check_changes() {
  curandGenerator_t generator;
  OK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
  unsigned numbers[4];
  OK(curandGenerate(generator, numbers, 4));
  EXPECT_EQ(numbers[0], 0xbd7f03b6);
  OK(curandSetGeneratorOffset(generator, 2));
  OK(curandGenerate(generator, numbers, 4));
  EXPECT_EQ(numbers[0], 0x09fd3f29);
  OK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  OK(curandGenerate(generator, numbers, 4));
  EXPECT_EQ(numbers[0], 0x526964f3);
  OK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
  OK(curandGenerate(generator, numbers, 4));
  EXPECT_EQ(numbers[0], 0xc8175a2f);
  OK(curandDestroyGenerator(generator));
}

int main() {
  const Settings all[] = {
      {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 0, 0, 0x168404bd99bc8e53},
      {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 1234, 4099, 0x810bce48b7f1bc0f},
      {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 1234, 7, 0xe6ec06d637d22d42},
      {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 0, 0, 0x3227c487b625ab8a},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 1234, 262147,
       0xab2878fffff40bb1},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_LEGACY, 9, 0, 0x42b44a1243863278}};
  for (const Settings& settings : all) check_bits(settings);
  const Expected expected[] = {
      {CURAND_RNG_PSEUDO_XORWOW, 24.5069785, 24.5115033, 49.1234424, 49.2545538, 55.5582098},
      {CURAND_RNG_PSEUDO_MRG32K3A, 24.4651343, 24.4651343, 48.2094046, 48.2094028, 55.2923163},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, 24.4477304, 24.3025641, 49.0842454, 49.5417902,
       55.5139793}};
  for (const Expected& each : expected) check_distributions(each);
  check_poisson();
  check_changes();
  check_statuses();
  return failures();
}
