// Races between a grid and its child: what is to be done before the launch, and what in a tail.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using RacesWithAChild = Hooks;

TEST_F(RacesWithAChild, ChildReadsWhatItsParentsBlockWrites) {
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

TEST_F(RacesWithAChild, ABarrierIsNoAdviceWhereAnotherBlockLaunches) {
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
TEST_F(RacesWithAChild, AChildOfOneBlockThatReadsWhatAllBlocksWrite) {
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

TEST_F(RacesWithAChild, ChildReadsWhatWasWrittenBeforeItsLaunch) {
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

TEST_F(RacesWithAChild, ChildReadsWhatItsLauncherWritesAfterwards) {
  Grid parent(host());
  Grid child(parent.launch());
  run(parent.after_launch);
  STORE(&data[0], 1);
  run(child, 0, 0);
  LOAD(&data[0]);
  EXPECT_THAT(message(), HasSubstr("the write comes after the launch"));
  EXPECT_THAT(message(), HasSubstr("move the write before line 31 (M2)"));
}

TEST_F(RacesWithAChild, TheSameWhenTheChildHasRunFirst) {
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

TEST_F(RacesWithAChild, ParentReadsItsChildsResult) {
  Grid parent(host());
  Grid child(parent.launch());
  run(child, 0, 3);
  STORE(&data[3], 1);
  child.end();
  run(parent.after_launch);
  LOAD(&data[3]);
  EXPECT_THAT(message(), HasSubstr("cudaStreamTailLaunch (M3)"));
}

TEST_F(RacesWithAChild, ATailReadsTheChildsResult) {
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

}  // namespace
}  // namespace emu::checker
