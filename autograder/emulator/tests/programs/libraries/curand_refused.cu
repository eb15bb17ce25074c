// What cuRAND has and the emulator does not: the call returns an error, makes no generator and
// leaves another as it was, and a sentence says why and what to use instead.
#include <curand.h>

#include <map>
#include <string>

#include "../../expect.h"

#define EXPECT_STATUS(call, status) EXPECT_EQ(static_cast<int>(call), static_cast<int>(status))

void expect_no_generator(curandRngType_t type) {
  curandGenerator_t generator = nullptr;
  EXPECT_STATUS(curandCreateGenerator(&generator, type), CURAND_STATUS_TYPE_ERROR);
  EXPECT_STATUS(curandCreateGeneratorHost(&generator, type), CURAND_STATUS_TYPE_ERROR);
  EXPECT(generator == nullptr);
}

void expect_no_ordering(curandOrdering_t ordering) {
  unsigned before = 0, after = 0;
  for (unsigned* number : {&before, &after}) {
    curandGenerator_t generator;
    EXPECT_STATUS(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW),
                  CURAND_STATUS_SUCCESS);
    if (number == &after)
      EXPECT_STATUS(curandSetGeneratorOrdering(generator, ordering), CURAND_STATUS_OUT_OF_RANGE);
    EXPECT_STATUS(curandGenerate(generator, number, 1), CURAND_STATUS_SUCCESS);
    EXPECT_STATUS(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  }
  EXPECT_EQ(after, before);
}

int main(int count, char** arguments) {
  const std::map<std::string, curandRngType_t> generators = {
      {"sobol32", CURAND_RNG_QUASI_SOBOL32},
      {"scrambled_sobol32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32},
      {"sobol64", CURAND_RNG_QUASI_SOBOL64},
      {"scrambled_sobol64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64},
      {"mt19937", CURAND_RNG_PSEUDO_MT19937},
      {"mtgp32", CURAND_RNG_PSEUDO_MTGP32}};
  const std::map<std::string, curandOrdering_t> orderings = {
      {"seeded", CURAND_ORDERING_PSEUDO_SEEDED}, {"dynamic", CURAND_ORDERING_PSEUDO_DYNAMIC}};
  for (const auto& [name, type] : generators)
    if (count < 2 || name == arguments[1]) expect_no_generator(type);
  for (const auto& [name, ordering] : orderings)
    if (count < 2 || name == arguments[1]) expect_no_ordering(ordering);
  return failures();
}
