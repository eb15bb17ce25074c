// Several causes at the same two lines: the one is told whose cure cures the others, or an atomic.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using CausesOfRaces = Hooks;

/// `++*p` by a thread.
#define ADD(p) (__tsan_read4(p), __tsan_write4(p), ++*(p))

TEST_F(CausesOfRaces, ALostUpdateWantsAnAtomicWhoeverMakesIt) {
  Grid parent(host(), {}, 2);
  Grid one(parent.launch(0)), other(parent.launch(1));
  const Grid* grids[] = {&one, &other};
  for (const Grid* g : grids) {
    run(*g, 0, 0);
    ADD(&data[9]);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), HasSubstr("one change is lost; use atomicAdd"));
}

TEST_F(CausesOfRaces, TwoDifferentLinesWantNoAtomic) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[9], 1);
  run(g, 0, 40);
  LOAD(&data[9]);
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

// A line like a[i] = a[i + 1] races with itself, but no two threads update one word.
TEST_F(CausesOfRaces, OneLineThatReadsAndWritesTwoWordsWantsNoAtomic) {
  Grid g(host());
  for (unsigned t : {3u, 40u}) {
    run(g, 0, t);
    const int* next = &data[t == 3 ? 11 : 10];
    (__tsan_read4(const_cast<int*>(next)), STORE(&data[t == 3 ? 10 : 9], *next + 1));
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

TEST_F(CausesOfRaces, OneReportForTwoLinesWithTheWidestCure) {
  Grid g(host(), {}, 2);
  const auto write = [&](int i) { STORE(&data[i], 1); };
  const auto read = [&](int i) { LOAD(&data[i]); };
  run(g, 0, 3);
  write(9);
  run(g, 0, 4);
  read(9);
  EXPECT_THAT(message(), HasSubstr("__syncwarp(mask)"));
  run(g, 0, 40);
  read(9);
  EXPECT_THAT(message(), HasSubstr("put __syncthreads() between"));
  run(g, 1, 3);
  read(9);
  EXPECT_THAT(message(), HasSubstr("blocks of one grid run in any order"));
  run(g, 0, 41);
  read(20);
  run(g, 0, 42);
  write(20);
  EXPECT_THAT(message(), HasSubstr("blocks of one grid run in any order"));
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_GE(diagnostics().back().count, 4u);
}

}  // namespace
}  // namespace emu::checker
