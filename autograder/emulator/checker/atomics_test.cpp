// Atomics, fences and volatile accesses: what they order, and with what they race.
#include <algorithm>

#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using Atomics = Hooks;

void add(int* p, Scope scope = Scope::kDevice) {
  checker::atomic_access(p, 4, scope, __builtin_return_address(0), Atomic::kAdds);
  ++*p;
}

void take_maximum(int* p, int value) {
  checker::atomic_access(p, 4, Scope::kDevice, __builtin_return_address(0), Atomic::kDecides);
  *p = std::max(*p, value);
}

TEST_F(Atomics, DoNotRaceWithEachOther) {
  Grid g(host(), {}, 4);
  for (unsigned b = 0; b < 4; ++b)
    for (unsigned t = 0; t < 4; ++t) {
      run(g, b, t);
      add(&data[0]);
    }
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, RaceWithPlainReads) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0]);
  run(g, 1, 0);
  LOAD(&data[0]);
  EXPECT_THAT(message(), HasSubstr("block 0 thread 0 atomically updates"));
}

TEST_F(Atomics, DoNotRaceWithReadsThatOnlyHint) {
  Grid g(host(), {}, 4);
  for (int i = 0; i < 4; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (LOAD(&data[0]) < i) take_maximum(&data[0], i);
  }
  EXPECT_THAT(rules(), testing::Each("hint"));
  EXPECT_EQ(first().severity, Severity::kWarning);
}

TEST_F(Atomics, HintsAreErrorsWhenStrict) {
  set_strict(true);
  Grid g(host(), {}, 4);
  for (int i = 0; i < 4; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (LOAD(&data[0]) < i) take_maximum(&data[0], i);
  }
  EXPECT_THAT(rules(), testing::Each("hint"));
  EXPECT_EQ(first().severity, Severity::kError);
  set_strict(false);
}

TEST_F(Atomics, AHintAboutOneArrayIsNoneAboutAnother) {
  int* other = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 1024, nullptr));
  fill_as_copy(other, 1024);
  const auto read = [](int* p) { return LOAD(p); };  // one line for both
  Grid g(host(), {}, 4);
  for (int i = 0; i < 4; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (read(&data[0]) < i) take_maximum(&data[0], i);
    if (i == 0) add(&other[0]);
    if (i == 3) read(&other[0]);
  }
  EXPECT_THAT(rules(), testing::Contains("race"));
}

TEST_F(Atomics, RacesThatWereHeldBackStandWhereTheyWereFound) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0]);
  STORE(&data[1], 5);
  run(g, 1, 0);
  LOAD(&data[0]);
  STORE(&data[1], 6);
  EXPECT_THAT(rules(), testing::SizeIs(2));
  EXPECT_THAT(message(), HasSubstr("atomically updates"));
}

TEST_F(Atomics, RaceWithReadsElsewhereThatNobodyActsUpon) {
  Grid g(host(), {}, 3);
  for (int i = 0; i < 2; ++i) {
    run(g, static_cast<unsigned>(i), 0);
    if (LOAD(&data[0]) < i + 1) take_maximum(&data[0], i + 1);
  }
  run(g, 2, 0);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("hint", "race"));
}

TEST_F(Atomics, OfBlockScopeRaceBetweenBlocks) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  add(&data[0], Scope::kBlock);
  run(g, 0, 1);
  add(&data[0], Scope::kBlock);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 1, 0);
  add(&data[0], Scope::kBlock);
  EXPECT_THAT(message(), HasSubstr("_block is atomic for the threads of one block only"));
}

/// Every block writes its part, one of them adds them up.
void last_block(Hooks*, Grid& g, int* data, bool with_fence) {
  for (unsigned b = 0; b < 4; ++b) {
    resume(g.at(b, 5), 0, 0);
    STORE(&data[b], 1);
    barrier(g.block[b], {});
    resume(g.at(b, 0), 0, 0);
    if (with_fence) checker::fence(Scope::kDevice);
    add(&data[100]);
    checker::fence(Scope::kDevice);
    const std::vector<Position> apart{current()};
    barrier(g.block[b], apart);
  }
  resume(g.at(3, 7), 0, 0);
  for (unsigned b = 0; b < 4; ++b) LOAD(&data[b]);
}

TEST_F(Atomics, LastBlockWithAFenceIsFine) {
  Grid g(host(), {}, 4);
  last_block(this, g, data, true);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, LastBlockWithoutAFence) {
  Grid g(host(), {}, 4);
  last_block(this, g, data, false);
  EXPECT_THAT(rules(), testing::ElementsAre("missing-fence"));
  EXPECT_THAT(message(), HasSubstr("put __threadfence() between the write at line"));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
}

TEST_F(Atomics, InABlocksOwnMemoryTellOtherBlocksNothingSoNoFenceHelps) {
  Grid g(host(), {}, 4);
  const auto counter = reinterpret_cast<std::uintptr_t>(&data[100]);
  set_shared(counter, counter + 4);
  last_block(this, g, data, false);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("put __threadfence()")));
}

/// The threads of a block read; `who` of them fence, then count themselves; the last of another
/// block writes.
void count_readers(Grid& g, int* data, const std::vector<unsigned>& readers,
                   const std::vector<unsigned>& who) {
  const auto fence_and_count = [&](unsigned block, unsigned thread) {
    resume(g.at(block, thread), 0, 0);
    checker::fence(Scope::kDevice);
    add(&data[100]);
  };
  for (const unsigned thread : readers) {
    resume(g.at(0, thread), 0, 0);
    LOAD(&data[0]);
  }
  for (const unsigned thread : who) fence_and_count(0, thread);
  fence_and_count(1, 0);
  checker::fence(Scope::kDevice);
  STORE(&data[0], 1);
}

TEST_F(Atomics, ReadersOfManyWarpsWhoEachCountThemselvesAreBeforeTheLast) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {0, 32, 96}, {0, 32, 96});
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, ReadersOfOneWarpWhoEachCountThemselvesAreBeforeTheLast) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {40, 41, 47}, {47, 41, 40});
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, OneReaderDoesNotCountForTheOthers) {
  Grid g(host(), {}, 2, 128);
  count_readers(g, data, {0, 32, 96}, {96});
  EXPECT_THAT(message(), HasSubstr("several threads read at"));
}

TEST_F(Atomics, AVolatileFlagWithFences) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  checker::fence(Scope::kDevice);
  __tsan_volatile_write4(&data[1]);
  run(g, 1, 0);
  __tsan_volatile_read4(&data[1]);
  checker::fence(Scope::kDevice);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, AVolatileFlagWithoutAFenceBehindTheRead) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  checker::fence(Scope::kDevice);
  __tsan_volatile_write4(&data[1]);
  run(g, 1, 0);
  __tsan_volatile_read4(&data[1]);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("missing-acquire"));
  EXPECT_EQ(first().severity, Severity::kError);
}

TEST_F(Atomics, ABarrierBehindTheReadOfAFlagIsAWarning) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  checker::fence(Scope::kDevice);
  add(&data[1]);
  run(g, 1, 0);
  add(&data[1]);
  const std::vector<Position> apart{current()};
  barrier(g.block[1], apart);
  run(g, 1, 5);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::ElementsAre("missing-acquire"));
  EXPECT_EQ(first().severity, Severity::kWarning);
}

TEST_F(Atomics, AVolatileFlagWithoutFence) {
  Grid g(host(), {}, 2);
  run(g, 0, 0);
  STORE(&data[0], 42);
  __tsan_volatile_write4(&data[1]);
  run(g, 1, 0);
  __tsan_volatile_read4(&data[1]);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Atomics, OfTheLanguageReleaseAndAcquireByTheirOrder) {
  Grid g(host(), {}, 3);
  auto* flag = reinterpret_cast<std::uint32_t*>(&data[1]);
  run(g, 0, 0);
  STORE(&data[0], 42);
  STORE(&data[2], 42);
  __tsan_atomic32_store(flag, 1, __ATOMIC_RELEASE);
  run(g, 1, 0);
  EXPECT_EQ(__tsan_atomic32_load(flag, __ATOMIC_ACQUIRE), 1U);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Atomics, RelaxedOnesOrderNothing) {
  Grid g(host(), {}, 2);
  auto* flag = reinterpret_cast<std::uint32_t*>(&data[1]);
  run(g, 0, 0);
  STORE(&data[0], 42);
  EXPECT_EQ(__tsan_atomic32_fetch_add(flag, 1, __ATOMIC_RELAXED), 0U);
  run(g, 1, 0);
  EXPECT_EQ(__tsan_atomic32_fetch_add(flag, 1, __ATOMIC_RELAXED), 1U);
  LOAD(&data[0]);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Atomics, CompareExchangeDoesWhatItSays) {
  auto* word = reinterpret_cast<std::uint32_t*>(&data[1]);
  *word = 5;
  std::uint32_t expected = 4;
  EXPECT_EQ(__tsan_atomic32_compare_exchange_strong(word, &expected, 9, 5, 5), 0);
  EXPECT_EQ(expected, 5U);
  EXPECT_EQ(__tsan_atomic32_compare_exchange_strong(word, &expected, 9, 5, 5), 1);
  EXPECT_EQ(*word, 9U);
}

std::vector<std::string> told_updates;

void update_in_all_ways(std::uint32_t* word) {
  std::uint32_t expected = 0;
  __tsan_atomic32_fetch_add(word, 1, __ATOMIC_RELAXED);
  __tsan_atomic32_exchange(word, 2, __ATOMIC_RELAXED);
  __tsan_atomic32_compare_exchange_strong(word, &expected, 3, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  __tsan_atomic32_store(word, 4, __ATOMIC_RELAXED);
  __tsan_atomic32_load(word, __ATOMIC_RELAXED);
}

TEST_F(Atomics, OfTheLanguageAreToldToBeCounted) {
  state.callbacks.updated = [](const char* operation, const void*) {
    told_updates.emplace_back(operation);
  };
  auto* word = reinterpret_cast<std::uint32_t*>(&data[1]);
  update_in_all_ways(word);
  EXPECT_THAT(told_updates, IsEmpty()) << "the host's";
  Grid g(host(), {}, 1);
  std::uint32_t own = 0;
  const auto stack = reinterpret_cast<std::uintptr_t>(&own);
  resume(g.at(0, 0), stack, stack + sizeof own);
  update_in_all_ways(&own);
  EXPECT_THAT(told_updates, IsEmpty()) << "of its own stack";
  update_in_all_ways(word);
  state.callbacks.updated = nullptr;
  EXPECT_THAT(told_updates, testing::ElementsAre("atomic fetch_add", "atomic exchange",
                                                 "atomic compare_exchange"));
}

}  // namespace
}  // namespace emu::checker
