// Races between grids of which none launched the other, and with the host: what would order them.
#include "checker/hooks_fixture.h"

namespace emu::checker {
namespace {

using RacesOfStreams = Hooks;

TEST_F(RacesOfStreams, ChildrenOfTwoBlocksShareNoStream) {
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

TEST_F(RacesOfStreams, ChildrenOfTwoGridsHaveNoStreamEither) {
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

TEST_F(RacesOfStreams, ChildrenOfTwoGridsOfTheHostFollowItsStreams) {
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

TEST_F(RacesOfStreams, SiblingsInDifferentStreams) {
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

TEST_F(RacesOfStreams, NodesOfOneGraphNeedAnEdge) {
  Grid one(host()), other(host());
  name_node(one.work, "node 1 of graph 2 (instantiated at line 40)");
  name_node(other.work, "node 1 of body 0 of node 3 of graph 2 (instantiated at line 40)");
  run(one, 0, 0);
  STORE(&data[9], 1);
  run(other, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr(", node 1 of body 0 of node 3 of graph 2 (instantiated at line "
                                   "40), reads"));
  EXPECT_THAT(message(), HasSubstr(", node 1 of graph 2 (instantiated at line 40), writes"));
  EXPECT_THAT(message(), HasSubstr("by an edge of the graph (C1)"));
}

TEST_F(RacesOfStreams, NodesOfTwoGraphsNeedATail) {
  Grid one(host()), other(host());
  name_node(one.work, "node 1 of graph 2 (instantiated at line 40)");
  name_node(other.work, "node 1 of graph 1 (instantiated at line 40)");
  run(one, 0, 0);
  STORE(&data[9], 1);
  run(other, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("launch as a tail what must come later (C4)"));
}

TEST_F(RacesOfStreams, HostReadsWithoutWaiting) {
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

TEST_F(RacesOfStreams, HostWritesWhileAGridMayRead) {
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

TEST_F(RacesOfStreams, AGridThatMayStartEarlyMustWait) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  run(first, 0, 0);
  STORE(&data[9], 1);
  first.end();
  run(second, 0, 7);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("allows work to start before the grid ahead of it has ended"));
  EXPECT_THAT(message(), HasSubstr("call cudaGridDependencySynchronize() in every thread before"));
  EXPECT_THAT(message(), HasSubstr("(Q3)"));
}

TEST_F(RacesOfStreams, AGridThatMayStartEarlyMustNotOverwrite) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  run(second, 0, 7);
  STORE(&data[9], 1);
  run(first, 0, 0);
  LOAD(&data[9]);
  EXPECT_THAT(message(), HasSubstr("(Q4)"));
}

TEST_F(RacesOfStreams, AGridThatHasWaitedMayRead) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  run(first, 0, 0);
  STORE(&data[9], 1);
  first.end();
  run(second, 0, 7);
  await_overlapped();
  LOAD(&data[9]);
  EXPECT_THAT(rules(), IsEmpty());
}

}  // namespace
}  // namespace emu::checker
