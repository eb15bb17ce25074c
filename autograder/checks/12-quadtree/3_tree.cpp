// Task 3: the tree, built by one grid for every four children.
#include "12-quadtree/built_tree.h"
#include "shared/independent.h"
#include "shared/launches_at_most.h"

namespace {

using namespace checks;

TEST(Quadtree, EveryNodeIsRight) {
  expect_right_tree(lattice(8), {5, 1, 0, kPool});
  expect_right_tree(spread(300), {4, 10, 0, kPool});
  expect_right_tree(crowded(150), {6, 3, 0, kPool});
}

TEST(Quadtree, DepthAndLeafSizeAreKept) {
  for (const int max_depth : {0, 1, 3}) {
    const Points points = spread(70);
    const TreeRules rules{max_depth, 1, 0, kPool};
    const Outcome run = run_build(points, rules);
    ASSERT_THAT(run.launches, NoLaunchBeyond(max_depth))
        << "max_depth is " << max_depth << ": a node at that depth is always a leaf";
    ASSERT_NO_FATAL_FAILURE(expect_tree(run, reference(points, rules)));
  }
  for (const int min_points : {70, 69, 17, 0})
    expect_right_tree(spread(70), {2, min_points, 0, kPool});
  expect_right_tree(crowded(150), {5, 3, 0, kPool});
  // Leaves of more points than a block has threads.
  expect_right_tree(spread(600), {1, 0, 0, kPool});
}

TEST(Quadtree, OddCasesAreRight) {
  expect_right_tree(Points(), {3, 1, 0, kPool});
  expect_right_tree(spread(1), {3, 0, 0, kPool});
  expect_right_tree(Points(80, {0.5f, 0.5f}), {6, 4, 0, kPool});
  expect_right_tree(twice(spread(8)), {5, 1, 0, kPool});
  expect_right_tree(corners(4), {3, 1, 0, kPool});
  expect_right_tree(strange(), {3, 2, 0, kPool});
}

/// A tree with so many points in one spot that a grid that builds all of it is at work for long.
void expect_one_node_a_block() {
  const TreeRules rules{6, 3, 0, kPool};
  const Outcome run = run_build(crowded(150), rules);
  EXPECT_THAT(run.launches, DividesOneNodeABlock(reference(crowded(150), rules), run.launches));
}

// The threads that the host gives the root's block: kBlock of this exercise.
Dim block_of_root(const Launches& launches) {
  const auto root = std::ranges::find_if(launches, &Launch::from_host);
  return root == launches.end() ? Dim() : Dim(root->block);
}

TEST(Quadtree, ALaunchForEveryFour) {
  NEEDS_EMULATOR();
  const Outcome four = run_build(lattice(2), {1, 1, 0, kPool});
  ASSERT_THAT(four.launches, HostLaunchCount(1));
  ASSERT_THAT(
      four.launches,
      EveryLaunch(Child(), Child("divide").with_grid(4).with_block(block_of_root(four.launches))))
      << "a node launches one grid, with one block of kBlock threads for each of its four children";
  ASSERT_THAT(four.launches, LaunchesAtMost(1, Child("divide")))
      << "only one thread of the block calls build_children (K2)";
  ASSERT_THAT(four.launches, LaunchCount(1, Child("divide").of("divide").with_grid({4})))
      << "4 points, one per leaf: the root is divided and launches one grid for its four quadrants";
  const TreeRules rules{5, 1, 0, kPool};
  const Outcome run = run_build(lattice(8), rules);
  ASSERT_THAT(run.launches, LaunchCount(21, Child()))
      << "64 points on a lattice, one per leaf, make 1 + 4 + 16 nodes that are divided, and each "
         "of them launches one grid for its four quadrants";
  ASSERT_THAT(run.launches, LaunchCount(21, Child("divide").of("divide").with_grid({4})));
  ASSERT_THAT(run.launches, MaxDepth(3));
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, MovedSomething());
  EXPECT_THAT(run.launches, DividesOneNodeABlock(reference(lattice(8), rules), run.launches));
  expect_one_node_a_block();
}

TEST(Quadtree, NoBranchWaits) {
  NEEDS_EMULATOR();
  const TreeRules rules{5, 1, 0, kPool};
  const Outcome run = run_build(lattice(8), rules);
  ASSERT_THAT(run.launches, Contains(Child("divide")));
  ASSERT_THAT(run.launches, Independent(Child("divide"), "S6, T2, T3"));
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  // A stream of one's own keeps no branch waiting either, if it is made as CUDA promises it.
  EXPECT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, MovedSomething());
  EXPECT_THAT(run.launches, DividesOneNodeABlock(reference(lattice(8), rules), run.launches));
  expect_one_node_a_block();
}

}  // namespace
