// Task 5: one child per block, for all of its lines.
#include "11-bezier/by_hand.h"
#include "11-bezier/runs.h"
#include "shared/launches_at_most.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

TEST(Bezier, BlocksDrawEveryLine) {
  expect_every_line_drawn([](const auto& lines) { return run_blocks(lines); }, kBlocks);
}

/// Each block's child has a warp for each of its lines, and no block of threads to spare.
Refusal why_wrong_shape(const Launches& launches, int n) {
  for (const Launch& l : launches) {
    if (!Child("draw_lines").matches(l)) continue;
    const int lines = std::min(kLinesOfBlock, n - l.parent_block.x * kLinesOfBlock);
    const int blocks = (lines + kLinesOfChild - 1) / kLinesOfChild;
    if (l.block.x == kWarp * kLinesOfChild && l.grid.x == blocks) continue;
    return refusal_at(l,
                      "block {} has {} lines and launches {}; with one warp per line, in blocks of "
                      "kDrawing threads, it should be <<<{}, {}>>>",
                      l.parent_block.x, lines, launch_words(l), blocks, kWarp * kLinesOfChild);
  }
  return {};
}

/// For runs in which no launch is refused: a block whose child is refused draws all its lines
/// itself, and takes longer.
LaunchesMatcher CountsOneLineAThread() {
  constexpr std::int64_t kOneLine = 12000;
  return NoPathLongerThan(
      [](const Launch& launch) { return launch.from_host() ? kOneLine : kNoMost; },
      "Each thread of child_per_block counts the points of one line");
}

TEST(Bezier, OneChildABlock) {
  NEEDS_EMULATOR();
  for (const int n : some_of({130, 64, 65})) {
    const Outcome run = run_blocks(some_lines(n));
    ASSERT_THAT(run.launches, LaunchesAtMost(blocks_of(n), Child("draw_lines")))
        << "each block launches once, by one of its threads (K2)";
    ASSERT_THAT(run.launches, LaunchCount(blocks_of(n), Child("draw_lines").of("child_per_block")))
        << n << " lines are " << blocks_of(n) << " blocks of up to 64, and each launches once";
    ASSERT_THAT(run.launches, LaunchCount(blocks_of(n), Child()));
    ASSERT_THAT(run.launches, LaunchesMatcher("has a warp for each line", [n](const Launches& l) {
                  return why_wrong_shape(l, n);
                }));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kBlocks.somewhere());
    ASSERT_THAT(run.launches, SharesTheDrawing());
    ASSERT_THAT(run.launches, CountsOneLineAThread());
  }
}

TEST(Bezier, NoBlockIsLost) {
  // More blocks than slots, and than a block has threads: their numbers cannot be confused.
  const std::vector<Line> lines = some_lines(64 * kLinesOfBlock + 13);
  const int n = static_cast<int>(lines.size());
  const int slots = slots_in_pool(kLeastSlots);
  const Outcome run = run_blocks(lines, slots);
  ASSERT_THAT(run, HearsOfTheLaunch(lines));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, Draws(lines)) << with_slots(run, slots, n, true);
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, CountsTheRefused(n, true));
  ASSERT_THAT(run, DrewAll(kBlocksOrParents, lines));
  ASSERT_THAT(run.launches, SharesTheDrawing());
  ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  expect_drawn_again([](const auto& again) { return run_blocks(again); }, kBlocksOrParents);
}

constexpr double kGain = 3;

/// A child a block is at least kGain times as fast as a child a line.
Refusal why_it_does_not_pay(const Launches& blocks, const Launches& lines) {
  const double by_block = microseconds(blocks), by_line = microseconds(lines);
  if (kGain * by_block <= by_line) return {};
  return because(Cause::kValue,
                 "on the virtual clock 1,024 lines take {:.0f} µs with one child per block and "
                 "{:.0f} µs with one child per line, {:.1f} times as long; it should be at least "
                 "{} times. The launches take the time: {} with one per block, {} with one per "
                 "line",
                 by_block, by_line, by_line / by_block, kGain, blocks.size() - 1, lines.size() - 1);
}

TEST(Bezier, OneChildABlockPays) {
  NEEDS_EMULATOR();
  const std::vector<Line> lines = some_lines(kTimedLines);
  const Outcome by_line = run_beside(lines);
  ASSERT_THAT(by_line.launches, LaunchCount(kTimedLines, Child("draw_line")))
      << "this check compares with task 4, so do that first";
  ASSERT_THAT(by_line, TakesAtMost(kMostMicroseconds, "one child per line (task 4)"));
  const Outcome by_block = run_blocks(lines);
  ASSERT_THAT(by_block, FinishedCleanly());
  ASSERT_THAT(by_block.launches, Contains(Child("draw_lines")));
  EXPECT_THAT(by_block.launches, LaunchesMatcher("pays", [&](const Launches& blocks) {
                return why_it_does_not_pay(blocks, by_line.launches);
              }));
  EXPECT_THAT(by_line, DrewAll(kBeside, lines));
  EXPECT_THAT(by_block, DrewAll(kBlocks, lines));
  for (const Outcome* run : {&by_line, &by_block}) EXPECT_THAT(run->launches, SharesTheDrawing());
}

}  // namespace
