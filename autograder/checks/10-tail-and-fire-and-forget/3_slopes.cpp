// Task 3: the tiles start after the whole grid that writes the heights, and wait for no other tile.
#include <cstdint>
#include <string>

#include "10-tail-and-fire-and-forget/runs.h"
#include "shared/independent.h"
#include "shared/launches_at_most.h"
#include "shared/longest_path.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int height(int i) { return (31 * i + 7) % 257; }

LaunchesMatcher WritesOneHeightAThread() {
  constexpr std::int64_t kOneHeight = 8000;
  return NoPathLongerThan(
      [](const Launch& launch) { return launch.kernel == "write_heights" ? kOneHeight : kNoMost; },
      "write_heights has one thread per height");
}

// What the block that launches wrote needs no tail, only a barrier.
void expect_heights_read(const Outcome& run, int tiles) {
  EXPECT_THAT(run, Reads("slope_of_tile", "write_heights", tiles * kTile));
  EXPECT_THAT(run, ReadsFromOtherBlocks("slope_of_tile", "write_heights", (tiles - 1) * kTile / 2));
  EXPECT_THAT(run.launches, WritesOneHeightAThread());
}

void expect_slopes(int tiles) {
  watch_reads();
  const Outcome run = run_slopes(tiles);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const int last = tiles * kTile - 1;
  ASSERT_THAT(run.result<int>(0).in_rows_of(kTile),
              Elements([last](int i) {
                return i < last ? height(i + 1) - height(i) : 0;
              }).mistaking([](int) { return 0x7f7f7f7f; }, "slopes that no grid wrote"));
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").without_host_values());
  expect_heights_read(run, tiles);
}

TEST(TailAndFireAndForget, SlopesAreRight) {
  for (const int tiles : {13, 1, 16}) ASSERT_NO_FATAL_FAILURE(expect_slopes(tiles));
  const CalledTwice twice;
  expect_slopes(3);
}

TEST(TailAndFireAndForget, TilesStartAfterTheWholeGrid) {
  NEEDS_EMULATOR();
  watch_reads();
  const int tiles = 6;
  const Outcome run = run_slopes(tiles);
  ASSERT_THAT(run.launches, HostLaunchCount(1)) << "the host launches only write_heights";
  const std::string once =
      "start_slopes runs once, after the grid: each thread that reaches a launch launches its own "
      "grid (K2)";
  ASSERT_THAT(run.launches, LaunchesAtMost(1, Child("start_slopes").in(Stream::kTail))) << once;
  ASSERT_THAT(run.launches, LaunchesAtMost(tiles, Child("slope_of_tile"))) << once;
  ASSERT_THAT(run.launches, LaunchCount(tiles, Child("slope_of_tile")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"slope_of_tile"}));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").somewhere());
  expect_heights_read(run, tiles);
}

TEST(TailAndFireAndForget, TilesAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_slopes(6);
  ASSERT_THAT(run.launches, Contains(Child("slope_of_tile")));
  ASSERT_THAT(run.launches, Independent(Child("slope_of_tile"), "S1, S6, T3"));
  EXPECT_THAT(run, WroteResult(0, "slope_of_tile").somewhere());
}

}  // namespace
