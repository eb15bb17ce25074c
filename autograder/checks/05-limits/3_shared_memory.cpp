// Task 3: more shared memory than a block has unless the host allows it.
#include <cstdint>
#include <vector>

#include "05-limits/limits.h"
#include "shared/longest_path.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

constexpr char kMoreThan48[] =
    "; for more than 48 KB the host must have called cudaFuncSetAttribute for the kernel that uses "
    "them, not for the one that launches it";

Outcome run_reverse(int tiles, int tile) {
  std::vector<int> values(tiles * tile);
  for (int i = 0; i < tiles * tile; ++i) values[i] = 3 * i + 1;
  return EXERCISE(reverse_tiles, output<int>(tiles * tile), input(values), tiles, tile);
}

auto ReversedTiles(int tile) {
  return Elements([tile](int i) { return 3 * (i / tile * tile + tile - 1 - i % tile) + 1; })
      .mistaking([](int) { return -1; }, "values that no child wrote");
}

WroteResult ReversedByChildren() { return WroteResult(0, "reverse_tile").of("launch_reversals"); }

// The block's 256 threads take turns of 256 values.
LaunchesMatcher ReversesWithAllThreads(int tile) {
  constexpr std::int64_t kOnce = 8000, kTurn = 2000;
  return NoPathLongerThan([tile](const Launch&) { return kOnce + kTurn * ((tile + 255) / 256); },
                          "All threads of a block reverse its tile together");
}

// Of the second of two calls: there are the launches of both.
void expect_reversed_again(int tiles, int tile) {
  const CalledTwice twice;
  const Outcome run = run_reverse(tiles, tile);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(tile), ReversedTiles(tile));
  EXPECT_THAT(run, ReversedByChildren());
}

void expect_reversed(int tiles, int tile) {
  const Outcome run = run_reverse(tiles, tile);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError())
      << "with tiles of " << tile << " values, which are " << tile * sizeof(int) << " bytes"
      << (tile > 12288 ? kMoreThan48 : "");
  ASSERT_THAT(run.launches, LaunchCount(tiles, Child("reverse_tile")));
  ASSERT_THAT(run.launches,
              EveryLaunch(Child("reverse_tile"), Child().with_grid(1).with_block(256)))
      << "each tile is reversed by one block of 256 threads: another block would have its own "
         "tile in its own shared memory, and do all of the work again (K13)";
  ASSERT_THAT(run.launches,
              EveryLaunch(Child("reverse_tile"), Child().with_shared(tile * int{sizeof(int)})))
      << "a tile needs " << tile * sizeof(int) << " bytes";
  ASSERT_THAT(run.result<int>(0).in_rows_of(tile), ReversedTiles(tile));
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, ReversedByChildren());
  EXPECT_THAT(run.launches, ReversesWithAllThreads(tile));
}

TEST(Limits, SmallTilesAreReversed) {
  ASSERT_NO_FATAL_FAILURE(expect_reversed(5, 100));
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 12288));  // 48 KB
  ASSERT_NO_FATAL_FAILURE(expect_reversed(3, 1));
  ASSERT_NO_FATAL_FAILURE(expect_reversed_again(3, 40));
  expect_errors_returned([] { return run_reverse(1, 10); });
}

TEST(Limits, LargeTilesAreReversed) {
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 16384));  // 64 KB
  ASSERT_NO_FATAL_FAILURE(expect_reversed(2, 12289));  // an int more than 48 KB
  EXPECT_THAT(run_reverse(1, 16384), CalledBeforeLaunching("cudaFuncSetAttribute"))
      << "the limit of a kernel applies only to what is launched afterwards (K7)";
}

}  // namespace
