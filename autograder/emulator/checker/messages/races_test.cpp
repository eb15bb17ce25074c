// Plain accesses of two threads: when they race, and what is said of it.
#include <algorithm>
#include <cstring>

#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using Races = Hooks;

[[gnu::noinline]] const void* line_of_this_call() { return __builtin_return_address(0); }

TEST_F(Races, ThreadsOfOneBlock) {
  Grid g(host());
  run(g, 0, 3);
  const unsigned first = __LINE__ + 1;
  STORE(&data[7], 1);
  run(g, 0, 40);
  const unsigned second = __LINE__ + 1;
  STORE(&data[7], 2);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(),
              HasSubstr("block 0 thread 40 writes element 7 of the 1024-byte allocation"));
  EXPECT_THAT(message(), HasSubstr("thread 3 writes at " + std::to_string(first)));
  EXPECT_THAT(message(), HasSubstr("__syncthreads()"));
  EXPECT_EQ(diagnostics().back().where.line, second);
}

TEST_F(Races, AStoreThatChangesNothingIsAWarning) {
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    STORE(&data[7], 1);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("same-value"));
  EXPECT_EQ(first().severity, Severity::kWarning);
  EXPECT_EQ(first().count, 63U);
}

TEST_F(Races, ManyStoresOfTheSameValueAreOneWarningWithACount) {
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

TEST_F(Races, ALineThatStoresOtherValuesTooIsARaceOnly) {
  Grid g(host(), {}, 4);
  const auto set = [](int* flag, int value) { STORE(flag, value); };
  for (unsigned b = 0; b < 4; ++b) {
    run(g, b, 0);
    set(&data[0], b < 2 ? 7 : 8);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

/// Blocks 0 and 1 read both arrays, each array at a line of its own; block 2 then writes the
/// second.
TEST_F(Races, NameTheLineAtWhichThisWordWasRead) {
  Grid g(host(), {}, 3);
  unsigned first_array = 0, second_array = 0;
  for (unsigned b = 0; b < 2; ++b) {
    run(g, b, 0);
    for (int i = 0; i < 8; ++i) LOAD(&data[i]), first_array = __LINE__;
    for (int i = 8; i < 16; ++i) LOAD(&data[i]), second_array = __LINE__;
  }
  run(g, 2, 0);
  STORE(&data[9], 1);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_NE(first().other.line, first_array);
  EXPECT_EQ(first().other.line, second_array);
}

TEST_F(Races, NameTheLineAtWhichThisBlockReadTheWord) {
  Grid g(host(), {}, 4);
  run(g, 0, 0);
  LOAD(&data[0]), LOAD(&data[1]);
  unsigned line = 0;
  run(g, 1, 0);
  LOAD(&data[0]), line = __LINE__;
  LOAD(&data[1]);
  run(g, 0, 0);
  checker::fence(Scope::kDevice);
  checker::atomic_access(&data[9], 4, Scope::kDevice, nullptr, Atomic::kAdds);
  run(g, 2, 0);
  checker::atomic_access(&data[9], 4, Scope::kDevice, nullptr, Atomic::kAdds);
  checker::fence(Scope::kDevice);
  STORE(&data[0], 1);  // behind block 0's read, but not behind block 1's
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_EQ(first().other.line, line);
}

// Compilers call the hook of a struct's target, then that of its source, and copy then.
#define ASSIGN(to, from, size) \
  (__tsan_write_range(to, size), __tsan_read_range(from, size), std::memcpy(to, from, size))

TEST_F(Races, AssignmentsOfStructs) {
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

TEST_F(Races, AnAssignmentOfTheSameValuesIsAWarning) {
  Grid g(host());
  for (unsigned t = 0; t < 64; ++t) {
    run(g, 0, t);
    ASSIGN(&data[0], &data[32], 44);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("same-value"));
}

TEST_F(Races, OnlyThePartOfAStructThatChanges) {
  Grid g(host());
  run(g, 0, 0);
  ASSIGN(&data[0], &data[32], 40);
  data[37] = 8;
  run(g, 0, 1);
  ASSIGN(&data[0], &data[32], 40);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), HasSubstr("thread 1 writes element 5"));
}

TEST_F(Races, AStructsSourceMayRaceToo) {
  Grid g(host());
  run(g, 0, 0);
  STORE(&data[40], 3);
  STORE(&data[2], 3);
  run(g, 0, 1);
  ASSIGN(&data[0], &data[32], 44);
  EXPECT_THAT(rules(), testing::ElementsAre("race", "race"));
}

TEST_F(Races, AStoreWaitsForNoMoreThanOneRead) {
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

TEST_F(Races, FreeingIsAWriteThatChangesNothing) {
  Grid g(host());
  run(g, 0, 0);
  STORE(&data[0], 1);
  run(g, 0, 1);
  free_word(data);
  EXPECT_THAT(message(), HasSubstr("thread 1 frees element 0"));
}

TEST_F(Races, ABarrierBetween) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  barrier(g.block[0], {});
  run(g, 0, 40);
  STORE(&data[7], LOAD(&data[7]) + 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, OneReadsWhatAnotherWrites) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("thread 4 reads element 7"));
  EXPECT_THAT(message(), HasSubstr("nothing orders the two threads; put __syncthreads() between"));
}

TEST_F(Races, LanesOfABlockWhoseWarpsMeetAreToMeetAsWarps) {
  Grid g(host());
  g.block[0]->warps_meet = true;
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("nothing orders the two threads; put __syncwarp(mask), with the "
                                   "lanes that take part, between lines"));
}

TEST_F(Races, LanesOfABlockThatMeetsAreToMeetToo) {
  Grid g(host());
  g.block[0]->met_at = line_of_this_call();
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("nothing orders the two threads; put __syncthreads() between"));
  EXPECT_THAT(message(), HasSubstr("or __syncwarp(mask) for the lanes of one warp that do"));
}

/// The second turn of a loop overwrites what the first one reads behind its barrier.
TEST_F(Races, WhereABarrierLiesBetweenTheEndOfTheLoopHasNone) {
  Grid g(host());
  unsigned written = 0, read = 0;
  for (int turn = 0; turn < 2; ++turn) {
    run(g, 0, 3);
    STORE(&data[7], turn), written = __LINE__;
    const void* const here = line_of_this_call();
    barrier(g.block[0], {});
    g.block[0]->met_at = here;
    run(g, 0, 40);
    LOAD(&data[7]), read = __LINE__;
  }
  EXPECT_THAT(message(),
              HasSubstr("the barrier at line " + std::to_string(written + 1) +
                        " lies between the two lines, and none where line " +
                        std::to_string(written) + " comes again after line " +
                        std::to_string(read) + "; put __syncthreads() also behind line"));
}

[[gnu::always_inline]] inline void store_for_another(int* place, int value) { STORE(place, value); }

TEST_F(Races, OfAnInlinedFunctionTheCallIsNamedToo) {
  Grid g(host());
  run(g, 0, 3);
  LOAD(&data[7]);
  const unsigned read = __LINE__ - 1;
  run(g, 0, 40);
  const unsigned call = __LINE__ + 1;
  store_for_another(&data[7], 2);
  EXPECT_THAT(message(), HasSubstr(" (in store_for_another, called at line " +
                                   std::to_string(call) + "), which thread 3 reads at"));
  EXPECT_THAT(message(),
              HasSubstr("between lines " + std::to_string(read) + " and " + std::to_string(call)));
}

TEST_F(Races, OneWritesWhatManyHaveRead) {
  Grid g(host());
  for (unsigned t = 0; t < 40; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
  }
  run(g, 0, 39);
  STORE(&data[7], 5);
  EXPECT_THAT(message(), HasSubstr("several threads read at"));
}

TEST_F(Races, OneWarpReadsThenWritesBehindItsBarrier) {
  Grid g(host());
  std::vector<Position> lanes;
  for (unsigned t = 0; t < 32; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
    lanes.push_back(g.at(0, t));
  }
  const Phase met = warp_barrier(g.block[0], 0, ~0u, lanes);
  run({met, 0});
  STORE(&data[7], 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, HalfAWarpReadsThenWritesBehindItsBarrier) {
  Grid g(host());
  std::vector<Position> lanes;
  for (unsigned t = 16; t < 32; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
    lanes.push_back(g.at(0, t));
  }
  const Phase met = warp_barrier(g.block[0], 0, 0xFFFF0000u, lanes);
  run({met, 20});
  STORE(&data[7], 1);
  EXPECT_THAT(rules(), IsEmpty());
  run(g, 0, 2);
  LOAD(&data[7]);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, BlocksOfOneGrid) {
  Grid g(host(), {}, 2);
  run(g, 0, 3);
  STORE(&data[7], 1);
  barrier(g.block[0], {});
  barrier(g.block[1], {});
  run(g, 1, 3);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("block 1 thread 3 reads"));
  EXPECT_THAT(message(), HasSubstr("block 0 thread 3 writes"));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
}

TEST_F(Races, ChildReadsWhatItsParentsBlockWrites) {
  Grid parent(host());
  run(parent, 0, 40);
  const unsigned line = __LINE__ + 1;
  STORE(&data[40], 1);
  Grid child(parent.launch());
  run(child, 0, 40);
  LOAD(&data[40]);
  EXPECT_THAT(message(),
              HasSubstr("child grid work (launched at 31 by block 0 thread 0) reads element 40"));
  EXPECT_THAT(message(), HasSubstr("block 0 thread 40 writes at " + std::to_string(line)));
  EXPECT_THAT(message(),
              HasSubstr("nothing orders the write before the launch; put __syncthreads() "
                        "before line 31, where all threads of the block come (M2)"));
}

TEST_F(Races, ABarrierIsNoAdviceWhereAnotherBlockLaunches) {
  Grid parent(host(), {}, 2);
  run(parent, 1, 40);
  STORE(&data[40], 1);
  barrier(parent.block[1], {});
  barrier(parent.block[0], {});
  Grid child(parent.launch(0));
  run(child, 0, 40);
  LOAD(&data[40]);
  EXPECT_THAT(message(), HasSubstr("which block 1 thread 40 writes"));
  EXPECT_THAT(message(), HasSubstr("the launch by block 0 says nothing about a write by block 1"));
  EXPECT_THAT(message(), HasSubstr("launch the child into cudaStreamTailLaunch (T8)"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("put __syncthreads()")));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
}

// However many races there are with the launcher's own block, the cure is the one for all blocks.
TEST_F(Races, AChildOfOneBlockThatReadsWhatAllBlocksWrite) {
  Grid parent(host(), {}, 2, 128);
  for (unsigned thread = 0; thread < 256; ++thread) {
    run(parent, thread / 128, thread % 128);
    STORE(&data[thread], 1);
  }
  Grid child(parent.launch(0), {}, 1, 256);
  for (unsigned thread = 0; thread < 256; ++thread) {
    run(child, 0, thread);
    LOAD(&data[thread]);
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), HasSubstr("(M4)"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("put __syncthreads()")));
}

/// `++*p` by a thread.
#define ADD(p) (__tsan_read4(p), __tsan_write4(p), ++*(p))

TEST_F(Races, ALostUpdateWantsAnAtomicWhoeverMakesIt) {
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

TEST_F(Races, TwoDifferentLinesWantNoAtomic) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[9], 1);
  run(g, 0, 40);
  LOAD(&data[9]);
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

// A line like a[i] = a[i + 1] races with itself, but no two threads update one word.
TEST_F(Races, OneLineThatReadsAndWritesTwoWordsWantsNoAtomic) {
  Grid g(host());
  for (unsigned t : {3u, 40u}) {
    run(g, 0, t);
    const int* next = &data[t == 3 ? 11 : 10];
    (__tsan_read4(const_cast<int*>(next)), STORE(&data[t == 3 ? 10 : 9], *next + 1));
  }
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

TEST_F(Races, OneReportForTwoLinesWithTheWidestCure) {
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

TEST_F(Races, ThreadsThatWriteOnePlaceNeedTheirOwn) {
  Grid g(host());
  for (unsigned t : {3u, 40u}) {
    run(g, 0, t);
    STORE(&data[9], static_cast<int>(t));
  }
  EXPECT_THAT(message(), HasSubstr("give each thread a place of its own, or, for turns of a loop"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

TEST_F(Races, BlocksThatAllWriteOnePlaceNeedTheirOwn) {
  Grid g(host(), {}, 2);
  for (unsigned b : {0u, 1u}) {
    run(g, b, 0);
    STORE(&data[9], static_cast<int>(b) + 5);
  }
  EXPECT_THAT(message(), HasSubstr("give each block a place of its own"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

TEST_F(Races, ChildrenOfTwoBlocksShareNoStream) {
  Grid parent(host(), {}, 2);
  Grid one(parent.launch(0)), other(parent.launch(1));
  run(one, 0, 0);
  STORE(&data[9], 1);
  run(other, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("no stream is common to two blocks"));
  EXPECT_THAT(message(), HasSubstr("cudaStreamTailLaunch"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("launch both into one stream, or let")));
  EXPECT_THAT(message(), HasSubstr("(S1)"));
}

TEST_F(Races, ChildrenOfTwoGridsHaveNoStreamEither) {
  Grid top(host());
  Grid left(top.launch()), right(top.launch());
  Grid one(left.launch()), other(right.launch());
  run(one, 0, 0);
  STORE(&data[9], 1);
  run(other, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("which different grids have launched"));
  EXPECT_THAT(message(), HasSubstr("in a tail of the grid above both"));
}

TEST_F(Races, ChildrenOfTwoGridsOfTheHostFollowItsStreams) {
  Grid left(host()), right(host());
  Grid one(left.launch()), other(right.launch());
  run(one, 0, 0);
  STORE(&data[9], 1);
  run(other, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("into streams that do not wait for each other"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("tail")));
  EXPECT_THAT(message(), HasSubstr("(N4)"));
}

TEST_F(Races, ChildReadsWhatWasWrittenBeforeItsLaunch) {
  Grid parent(host());
  run(parent, 0, 40);
  STORE(&data[40], 1);
  barrier(parent.block[0], {});
  run(parent, 0, 0);
  STORE(&data[0], 1);
  Grid child(parent.launch());
  run(child, 0, 40);
  EXPECT_EQ(LOAD(&data[40]) + LOAD(&data[0]), 2);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, ChildReadsWhatItsLauncherWritesAfterwards) {
  Grid parent(host());
  Grid child(parent.launch());
  run(parent.after_launch);
  STORE(&data[0], 1);
  run(child, 0, 0);
  LOAD(&data[0]);
  EXPECT_THAT(message(), HasSubstr("the write comes after the launch"));
  EXPECT_THAT(message(), HasSubstr("move the write before line 31 (M2)"));
}

TEST_F(Races, TheSameWhenTheChildHasRunFirst) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 0);
  LOAD(&data[0]);
  child.end();
  run(parent, 0, 9);
  STORE(&data[0], 1);
  EXPECT_THAT(message(), HasSubstr("put __syncthreads() before line 31 if all threads of the block "
                                   "come there, or __syncwarp(mask)"));
}

TEST_F(Races, ParentReadsItsChildsResult) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 3);
  STORE(&data[3], 1);
  child.end();
  run(parent.after_launch);
  LOAD(&data[3]);
  EXPECT_THAT(message(), HasSubstr("cudaStreamTailLaunch (M3)"));
}

TEST_F(Races, ATailReadsTheChildsResult) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 3);
  STORE(&data[3], 1);
  child.end();
  Grid tail(parent.launch(), {parent.work});
  run(tail, 0, 9);
  EXPECT_EQ(LOAD(&data[3]), 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(Races, SiblingsInDifferentStreams) {
  Grid parent(host());
  Grid a(parent.launch()), b(parent.launch()), c(parent.launch(), {b.work});
  run(b, 0, 3);
  STORE(&data[3], 1);
  b.end();
  run(c, 0, 5);
  LOAD(&data[3]);
  EXPECT_THAT(rules(), IsEmpty());
  run(a, 0, 5);
  LOAD(&data[3]);
  EXPECT_THAT(message(), HasSubstr("(S5)"));
}

TEST_F(Races, HostReadsWithoutWaiting) {
  auto* pinned = static_cast<int*>(memory::allocate(memory::Kind::kPinned, 0, 64, nullptr));
  Grid g(host());
  run(g, 0, 3);
  STORE(&pinned[3], 1);
  g.end();
  run({block_phase(blocks), 0});
  LOAD(&pinned[3]);
  EXPECT_THAT(message(), HasSubstr("the host reads element 3 of the 64-byte pinned allocation"));
  EXPECT_THAT(message(), HasSubstr("cudaDeviceSynchronize()"));
  join_on_host(g.work);
  EXPECT_EQ(LOAD(&pinned[3]), 1);
  EXPECT_THAT(rules(), testing::SizeIs(1));
}

TEST_F(Races, HostWritesWhileAGridMayRead) {
  auto* pinned = static_cast<int*>(memory::allocate(memory::Kind::kPinned, 0, 64, nullptr));
  run({block_phase(blocks), 0});
  STORE(&pinned[3], 1);
  Grid g(host());
  run({block_phase(blocks), 0});
  STORE(&pinned[4], 1);
  run(g, 0, 3);
  EXPECT_EQ(LOAD(&pinned[3]), 1);
  EXPECT_THAT(rules(), IsEmpty());
  LOAD(&pinned[4]);
  EXPECT_THAT(message(), HasSubstr("the host writes it after the launch"));
}

TEST_F(Races, ReadersOfManyGridsAreAllRemembered) {
  Grid parent(host());
  std::vector<Grid> readers;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
  }
  for (Grid& g : readers) g.end();
  Grid after_four(parent.launch(),
                  {readers[0].work, readers[1].work, readers[2].work, readers[3].work});
  Grid after_all(parent.launch(), {readers[0].work, readers[1].work, readers[2].work,
                                   readers[3].work, readers[4].work});
  run(after_four, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, AWriterAfterAllReadersIsFine) {
  Grid parent(host());
  std::vector<Grid> readers;
  std::vector<Work*> works;
  for (int i = 0; i < 5; ++i) {
    readers.emplace_back(parent.launch(), std::vector<Work*>{}, 2);
    run(readers[i], 0, 1);
    LOAD(&data[0]);
    run(readers[i], 1, 1);
    LOAD(&data[0]);
    readers[i].end();
    works.push_back(readers[i].work);
  }
  Grid after(parent.launch(), works);
  run(after, 0, 0);
  STORE(&data[0], 77);
  EXPECT_THAT(rules(), IsEmpty());
}

// More different sets of readers than are kept exactly: block b and its first child read cell b.
class ManyReaders : public Hooks {
 protected:
  static constexpr unsigned kCells = 12'000;

  void SetUp() override {
    Hooks::SetUp();
    cells = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, kCells * 4, nullptr));
    fill_as_copy(cells, kCells * 4);
  }
  void read_all(Grid& parent) {
    for (unsigned b = 0; b < kCells; ++b) {
      first.emplace_back(parent.launch(b));
      after_launch.push_back(parent.after_launch);
      run(first[b], 0, 3);
      LOAD(&cells[b]);
      run(after_launch[b]);
      LOAD(&cells[b]);
      first[b].end();
    }
  }
  Grid second_child(unsigned b) {
    run(after_launch[b]);
    return Grid(launched(), {first[b].work});
  }

  int* cells = nullptr;
  std::vector<Grid> first;
  std::vector<Position> after_launch;
};

TEST_F(ManyReaders, WhoAreAllInOrderRaceWithNobody) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  for (unsigned b = 0; b < kCells; ++b) {
    Grid writer = second_child(b);
    run(writer, 0, 0);
    STORE(&cells[b], 7);
    writer.end();
  }
  EXPECT_EQ(message(), "nothing");
}

TEST_F(ManyReaders, AreNotForgotten) {
  Grid parent(host(), {}, kCells);
  read_all(parent);
  Grid writer = second_child(0);
  run(writer, 0, 0);
  STORE(&cells[kCells - 1], 7);
  EXPECT_THAT(rules(), testing::ElementsAre("race"));
}

TEST_F(Races, TheCostOfReadingDoesNotGrowWithTheGridsThatRead) {
  Grid parent(host());
  std::uint64_t first = 0, last = 0;
  for (int i = 0; i < 1000; ++i) {
    Grid g(parent.launch());
    const std::uint64_t steps = state.order.steps;
    run(g, 0, 0);
    for (int k = 0; k < 10; ++k) LOAD(&data[k]);
    (i < 20 ? first : last) = state.order.steps - steps;
    g.end();
  }
  EXPECT_LE(last, first * 2 + 10);
}

}  // namespace
}  // namespace emu::checker
