// Which stores are races: those that change something, by one word or by whole structs.
#include <algorithm>
#include <cstring>

#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using RacesOfStores = Hooks;

TEST_F(RacesOfStores, AStoreThatChangesNothingIsAWarning) {
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    STORE(&data[7], 1);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("same-value"));
  EXPECT_EQ(first().severity, Severity::kWarning);
  EXPECT_EQ(first().count, 63U);
}

TEST_F(RacesOfStores, ManyStoresOfTheSameValueAreOneWarningWithACount) {
  Grid g(host(), {}, 4);
  const auto set = [](int* flag) { STORE(flag, 7); };
  run(g, 0, 0);
  STORE(&data[0], 7);
  for (unsigned b = 1; b < 4; ++b)
    for (unsigned t = 0; t < 4; ++t) {
      run(g, b, t);
      set(&data[0]);
    }
  EXPECT_THAT(rules(), testing::ElementsAre("same-value", "same-value"));
  EXPECT_EQ(first().count, 1U);
  EXPECT_EQ((&first())[1].count, 11U);
}

TEST_F(RacesOfStores, ALineThatStoresOtherValuesTooIsARaceOnly) {
  Grid g(host(), {}, 4);
  const auto set = [](int* flag, int value) { STORE(flag, value); };
  for (unsigned b = 0; b < 4; ++b) {
    run(g, b, 0);
    set(&data[0], b < 2 ? 7 : 8);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

// Compilers call the hook of a struct's target, then that of its source, and copy then.
#define ASSIGN(to, from, size) \
  (__tsan_write_range(to, size), __tsan_read_range(from, size), std::memcpy(to, from, size))

TEST_F(RacesOfStores, AssignmentsOfStructs) {
  for (const std::size_t size : {12, 20, 24, 32, 44, 100}) {
    Grid g(host());
    for (int t = 0; t < 2; ++t) {
      run(g, 0, static_cast<unsigned>(t));
      std::fill_n(&data[32 + 32 * t], 32, t + 1);
      ASSIGN(&data[0], &data[32 + 32 * t], size);
    }
    EXPECT_THAT(rules(), testing::Contains("race")) << size;
    EXPECT_THAT(message(), HasSubstr("thread 1 writes element 0"));
    g.end();
    join_on_host(g.work);
  }
}

TEST_F(RacesOfStores, AnAssignmentOfTheSameValuesIsAWarning) {
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    ASSIGN(&data[0], &data[32], 44);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("same-value"));
}

TEST_F(RacesOfStores, OnlyThePartOfAStructThatChanges) {
  Grid g(host());
  run(g, 0, 0);
  ASSIGN(&data[0], &data[32], 40);
  data[37] = 8;
  run(g, 0, 1);
  ASSIGN(&data[0], &data[32], 40);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), HasSubstr("thread 1 writes element 5"));
}

TEST_F(RacesOfStores, AStructsSourceMayRaceToo) {
  Grid g(host());
  run(g, 0, 0);
  STORE(&data[40], 3);
  STORE(&data[2], 3);
  run(g, 0, 1);
  ASSIGN(&data[0], &data[32], 44);
  EXPECT_THAT(rules(), testing::ElementsAre("race", "race"));
}

TEST_F(RacesOfStores, AStoreWaitsForNoMoreThanOneRead) {
  Grid g(host());
  run(g, 0, 0);
  STORE(&data[7], 1);
  run(g, 0, 1);
  STORE(&data[7], 2);
  LOAD(&data[8]);
  LOAD(&data[9]);
  EXPECT_FALSE(now.trapped);
  EXPECT_FALSE(now.awaits_store);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

[[gnu::noinline]] void free_word(int* word) {
  end_of_life(word, sizeof *word, __builtin_return_address(0));
}

TEST_F(RacesOfStores, FreeingIsAWriteThatChangesNothing) {
  Grid g(host());
  run(g, 0, 0);
  STORE(&data[0], 1);
  run(g, 0, 1);
  free_word(data);
  EXPECT_THAT(message(), HasSubstr("thread 1 frees element 0"));
}

}  // namespace
}  // namespace emu::checker
