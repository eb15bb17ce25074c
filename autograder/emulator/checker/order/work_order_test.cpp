// Order between grids and the host: launches, streams, tails, and who waits for whom.
#include <gtest/gtest.h>

#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/order/order.h"
#include "checker/resume.h"

namespace emu::checker {
namespace {

using OrderOfWorks = OrderTest;

TEST_F(OrderOfWorks, AChildSeesItsLaunchersPastOnly) {
  Grid parent(host(), {}, 2);
  const Position other = parent.at(0, 9), other_block = parent.at(1, 0);
  const Position launch = parent.launch();
  Grid child(launch);
  EXPECT_TRUE(before(launch, child.at(0, 5)));
  EXPECT_FALSE(before(other, child.at())) << "M2: no barrier before the launch";
  EXPECT_FALSE(before(other_block, child.at())) << "M4";
  EXPECT_FALSE(before(parent.after_launch, child.at())) << "what comes after the launch";
}

TEST_F(OrderOfWorks, ABarrierBeforeTheLaunchBringsTheBlockAlong) {
  Grid parent(host());
  const Position other = parent.at(0, 9);
  barrier(parent.block[0], {});
  Grid child(parent.launch());
  EXPECT_TRUE(before(other, child.at(0, 1)));
}

TEST_F(OrderOfWorks, AParentNeverSeesItsChild) {
  Grid parent(host());
  Grid child(parent.launch());
  const Position written = child.at(0, 1);
  child.end();
  EXPECT_FALSE(before(written, parent.after_launch)) << "M3";
  const std::vector<Position> apart{parent.after_launch};
  barrier(parent.block[0], apart);
  EXPECT_FALSE(before(written, parent.at(0, 2)));
}

TEST_F(OrderOfWorks, StreamOrderIsOrderOfWholeTrees) {
  Grid parent(host());
  Grid first(parent.launch());
  Grid grandchild(first.launch());
  const Position deep = grandchild.at(0, 7);
  grandchild.end();
  first.end();
  Grid second(parent.launch(), {first.work});
  Grid third(parent.launch(), {second.work});
  EXPECT_TRUE(before(deep, second.at()));
  EXPECT_TRUE(before(deep, third.at()));
  Grid elsewhere(parent.launch());
  EXPECT_FALSE(before(deep, elsewhere.at())) << "another stream";
}

TEST_F(OrderOfWorks, ATailSeesAllThreadsOfItsParentAndItsOtherWork) {
  Grid parent(host(), {}, 2);
  Grid child(parent.launch(0, 3));
  const Position launch = parent.launch(1, 1);
  const Position late = parent.at(0, 50), childs = child.at(0, 2);
  child.end();
  Grid tail(launch, {parent.work});
  EXPECT_TRUE(before(late, tail.at()));
  EXPECT_TRUE(before(parent.after_launch, tail.at()));
  EXPECT_TRUE(before(childs, tail.at()));
  const Position tails = tail.at(0, 3);
  tail.end();
  Grid next(launch, {parent.work, tail.work});
  EXPECT_TRUE(before(tails, next.at()));
  EXPECT_TRUE(before(childs, next.at()));
}

TEST_F(OrderOfWorks, TheHostSeesWhatItJoined) {
  Grid a(host());
  Grid b(host());
  const Position in_a = a.at(), in_b = b.at();
  a.end();
  b.end();
  join_on_host(a.work);
  EXPECT_TRUE(before(in_a, current()));
  EXPECT_FALSE(before(in_b, current()));
  join_on_host(b.work);
  EXPECT_TRUE(before(in_b, current()));
  Grid c(host());
  EXPECT_TRUE(before(in_a, c.at()));
}

TEST_F(OrderOfWorks, WhatTheHostLaunchesDoesNotSeeUnjoinedWork) {
  Grid a(host());
  const Position in_a = a.at();
  a.end();
  Grid b(host());
  EXPECT_FALSE(before(in_a, b.at()));
  join_on_host(a.work);
  b.end();
  join_on_host(b.work);
}

TEST_F(OrderOfWorks, JoiningTheLastOfAStreamJoinsThoseBefore) {
  Grid a(host());
  const Position in_a = a.at();
  a.end();
  Grid b(host(), {a.work});
  b.end();
  join_on_host(b.work);
  EXPECT_TRUE(before(in_a, current()));
  EXPECT_GT(extra_of(current().phase).watermark, in_a.phase);
}

TEST_F(OrderOfWorks, AGridDoesNotWaitForTheGraphsThatItLaunches) {
  Grid parent(host());
  const Position before_launch = parent.at(0, 2);
  const Position launch = parent.launch(0, 2);
  send_for_host(true);
  Grid node(launch);
  send_for_host(false);
  EXPECT_EQ(node.work->parent, host_work());
  EXPECT_TRUE(before(before_launch, node.at()));
  EXPECT_FALSE(before(parent.after_launch, node.at()));
  const Position written = node.at(0, 7);
  node.end();
  parent.end();
  Grid next(host(), {parent.work});
  EXPECT_FALSE(before(written, next.at())) << "C4: a following node does not wait";
  Grid end_of_graph(host(), {next.work, node.work});
  EXPECT_TRUE(before(written, end_of_graph.at()));
  next.end();
  end_of_graph.end();
  join_on_host(end_of_graph.work);
  EXPECT_TRUE(before(written, current()));
}

TEST_F(OrderOfWorks, WhatAGridLaunchesForTheHostSeesNothingThatTheHostDidMeanwhile) {
  Grid parent(host());
  const Position launch = parent.launch();
  host();
  move_on(phases[current().phase].extra);
  const Position by_host = current();
  send_for_host(true);
  Grid node(launch);
  send_for_host(false);
  EXPECT_FALSE(before(by_host, node.at()));
}

TEST_F(OrderOfWorks, ADeviceThreadMayJoinInCdp1) {
  Grid parent(host());
  Grid child(parent.launch());
  const Position written = child.at();
  child.end();
  resume(parent.after_launch, 0, 0);
  join(child.work);
  EXPECT_TRUE(before(written, current()));
  EXPECT_FALSE(before(written, parent.at(0, 1))) << "others need a barrier too";
  const std::vector<Position> apart{current()};
  barrier(parent.block[0], apart);
  EXPECT_TRUE(before(written, parent.at(0, 1)));
}

TEST_F(OrderOfWorks, AnEarlyGridKnowsNothingOfTheOneAheadUntilItWaits) {
  Grid before_both(host());
  const Position known = before_both.at(0, 3);
  before_both.end();
  Grid first(host(), {before_both.work});
  Grid second(host(), Overlapped{{first.work}});
  const Position written = first.at(0, 9);
  EXPECT_FALSE(before(written, second.at(0, 9))) << "Q2: a trigger orders nothing";
  EXPECT_TRUE(before(known, second.at(0, 9))) << "Q4: complete before the one ahead started";
  first.end();
  EXPECT_FALSE(before(written, second.at(0, 9)));
  const Position waited = second.after_wait(5);
  EXPECT_TRUE(before(written, waited)) << "Q3";
  EXPECT_FALSE(before(written, second.at(0, 6))) << "Q3: a wait is its own thread's";
  EXPECT_TRUE(before(second.at(0, 5), waited)) << "the thread's own past";
  EXPECT_FALSE(before(second.at(0, 6), waited));
}

TEST_F(OrderOfWorks, ABarrierAfterAWaitIsForTheBlock) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  const Position written = first.at(0, 9);
  first.end();
  const std::vector<Position> apart{second.after_wait(0)};
  barrier(second.block[0], apart);
  EXPECT_TRUE(before(written, second.at(0, 44)));
}

TEST_F(OrderOfWorks, ThreadsThatWaitShareTheirPhase) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  first.end();
  const Position one = second.after_wait(1), other = second.after_wait(2);
  EXPECT_EQ(one.phase, other.phase);
  resume(one, 0, 0);
  await_overlapped();
  EXPECT_EQ(current().phase, one.phase) << "a second wait brings nothing";
}

TEST_F(OrderOfWorks, AWaitKnowsWhatTheGridAheadHasWaitedFor) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}}), third(host(), Overlapped{{second.work}});
  const Position written = first.at(0, 9), of_second = second.at(0, 3);
  first.end();
  work_completed(second.work);
  const Position waited = third.after_wait(0);
  EXPECT_TRUE(before(of_second, waited));
  EXPECT_FALSE(before(written, waited)) << "Q5: the second has not waited";
  Grid plain(host(), {third.work});
  EXPECT_TRUE(before(written, plain.at())) << "Q5: plain work comes after everything";
}

TEST_F(OrderOfWorks, AWaitKnowsThatTheGridAheadHasWaited) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}}), third(host(), Overlapped{{second.work}});
  const Position written = first.at(0, 9);
  first.end();
  second.after_wait(17);
  work_completed(second.work);
  EXPECT_TRUE(before(written, third.after_wait(0)));
}

TEST_F(OrderOfWorks, TheHostJoinsWhatAnEarlyGridHasOverlapped) {
  Grid first(host());
  Grid second(host(), Overlapped{{first.work}});
  const Position written = first.at(0, 9);
  first.end();
  work_completed(second.work);
  join_on_host(second.work);
  EXPECT_TRUE(before(written, current()));
}

}  // namespace
}  // namespace emu::checker
