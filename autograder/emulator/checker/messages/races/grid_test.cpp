// Races between threads or blocks of one grid: which barrier is missing, and where.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using RacesInAGrid = Hooks;

[[gnu::noinline]] const void* line_of_this_call() { return __builtin_return_address(0); }

TEST_F(RacesInAGrid, ThreadsOfOneBlock) {
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

TEST_F(RacesInAGrid, ABarrierBetween) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  barrier(g.block[0], {});
  run(g, 0, 40);
  STORE(&data[7], LOAD(&data[7]) + 1);
  EXPECT_THAT(rules(), IsEmpty());
}

TEST_F(RacesInAGrid, OneReadsWhatAnotherWrites) {
  Grid g(host());
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("thread 4 reads element 7"));
  EXPECT_THAT(message(), HasSubstr("nothing orders the two threads; put __syncthreads() between"));
}

TEST_F(RacesInAGrid, LanesOfABlockWhoseWarpsMeetAreToMeetAsWarps) {
  Grid g(host());
  g.block[0]->warps_meet = true;
  run(g, 0, 3);
  STORE(&data[7], 1);
  run(g, 0, 4);
  LOAD(&data[7]);
  EXPECT_THAT(message(), HasSubstr("nothing orders the two threads; put __syncwarp(mask), with the "
                                   "lanes that take part, between lines"));
}

TEST_F(RacesInAGrid, LanesOfABlockThatMeetsAreToMeetToo) {
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
TEST_F(RacesInAGrid, WhereABarrierLiesBetweenTheEndOfTheLoopHasNone) {
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
  EXPECT_THAT(message(), HasSubstr("the barrier at line " + std::to_string(written + 1) +
                                   " lies between the two lines, and none where line " +
                                   std::to_string(written) + " comes again after line " +
                                   std::to_string(read) + "; put __syncthreads() also after line"));
}

[[gnu::always_inline]] inline void store_for_another(int* place, int value) { STORE(place, value); }

TEST_F(RacesInAGrid, OfAnInlinedFunctionTheCallIsNamedToo) {
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

TEST_F(RacesInAGrid, OneWritesWhatManyHaveRead) {
  Grid g(host());
  for (unsigned t = 0; t < 40; ++t) {
    run(g, 0, t);
    LOAD(&data[7]);
  }
  run(g, 0, 39);
  STORE(&data[7], 5);
  EXPECT_THAT(message(), HasSubstr("several threads read at"));
}

TEST_F(RacesInAGrid, OneWarpReadsThenWritesBehindItsBarrier) {
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

TEST_F(RacesInAGrid, HalfAWarpReadsThenWritesBehindItsBarrier) {
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

TEST_F(RacesInAGrid, BlocksOfOneGrid) {
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

TEST_F(RacesInAGrid, ThreadsThatWriteOnePlaceNeedTheirOwn) {
  Grid g(host());
  for (unsigned t : {3u, 40u}) {
    run(g, 0, t);
    STORE(&data[9], static_cast<int>(t));
  }
  EXPECT_THAT(message(), HasSubstr("give each thread a place of its own, or, for turns of a loop"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

TEST_F(RacesInAGrid, BlocksThatAllWriteOnePlaceNeedTheirOwn) {
  Grid g(host(), {}, 2);
  for (unsigned b : {0u, 1u}) {
    run(g, b, 0);
    STORE(&data[9], static_cast<int>(b) + 5);
  }
  EXPECT_THAT(message(), HasSubstr("give each block a place of its own"));
  EXPECT_THAT(message(), testing::Not(HasSubstr("atomic")));
}

}  // namespace
}  // namespace emu::checker
