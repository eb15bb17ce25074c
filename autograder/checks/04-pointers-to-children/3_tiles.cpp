// Task 3: children refine tiles; they are given no address in shared memory, and blocks do not
// share scratch.
#include <algorithm>

#include "04-pointers-to-children/runs.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int rough(int g) { return 3 * (37 * g % 101); }

int height(int tile, int t) {
  const int g = tile * kTile + t;
  return (rough(g) + rough(g + 1) + rough(g + 2)) / 3;
}

// What the child of `tile` writes at i when it is given the heights of tile `from`.
int refined(int from, int i) {
  const int left = i / kFine, right = left + 1 < kTile ? left + 1 : left;
  return height(from, left) * (kFine - i % kFine) + height(from, right) * (i % kFine);
}

auto RefinedTiles(int tiles) {
  return Elements([](int i) { return refined(i / kFineTile, i % kFineTile); })
      .mistaking([](int) { return -1; }, "heights that no child wrote")
      .mistaking([tiles](int i) { return refined(tiles - 1, i % kFineTile); },
                 "those of the last tile: all blocks used the same scratch");
}

// The task is to draw between the heights in scratch: a child that computes them itself would be
// right, but would read nothing that its parent wrote.
void expect_tiles_read(const Outcome& run, int tiles) {
  constexpr std::size_t kCounted = 10000;  // of more there is no count
  const auto words = std::min(kCounted, static_cast<std::size_t>(tiles) * kTile);
  EXPECT_THAT(run, ReadsFromParent("refine", "refine_tiles", words))
      << "a child must draw between the heights that its block has written to scratch";
  EXPECT_THAT(run, ReadsFromOtherThreads("refine", "refine_tiles", words / 2));
}

TEST(PointersToChildren, TilesAreRefined) {
  watch_reads();
  for (const int tiles : some_of({6, 1, 1100})) {
    const Outcome run = run_refine(tiles);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(tiles));
    ASSERT_THAT(run, WroteResult(0, "refine"));
    expect_tiles_read(run, tiles);
  }
  const CalledTwice twice;
  const Outcome run = run_refine(6);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(6));
  EXPECT_THAT(run, WroteResult(0, "refine"));
}

TEST(PointersToChildren, NoSharedPointerLeaves) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_refine(2);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  ASSERT_THAT(run, Keeps("shared-pointer"));
  EXPECT_THAT(run.launches, LaunchCount(2, Child("refine"))) << "each block has one child grid";
  EXPECT_THAT(run, WroteResult(0, "refine").somewhere());
  expect_tiles_read(run, 2);
}

TEST(PointersToChildren, BlocksHaveTheirOwnScratch) {
  NEEDS_EMULATOR();
  watch_reads();
  const int tiles = 9;
  const Outcome run = run_refine(tiles);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  EXPECT_THAT(run.result<int>(0).in_rows_of(kFineTile), RefinedTiles(tiles));
  EXPECT_THAT(run, WroteResult(0, "refine"));
  expect_tiles_read(run, tiles);
}

}  // namespace
