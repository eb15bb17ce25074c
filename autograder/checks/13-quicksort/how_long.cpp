// How long it takes, on the virtual clock.
#include "13-quicksort/runs.h"
#include "13-quicksort/sorted.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

// What it may take on the virtual clock if all threads share the work.
Judged SharedByAllThreads(double most_us) {
  return {"all threads share the work", [most_us](const Outcome& run) -> Refusal {
            if (!run.report) return {};
            const double us = 1e-3 * static_cast<double>(run.report->virtual_ns);
            if (us <= most_us) return {};
            return because(Cause::kCall,
                           "{} takes {:.0f} µs on the virtual clock for 20000 values; if all {} "
                           "threads of the block share the work, it takes less than {:.0f} µs. "
                           "Does each thread take every blockDim.x-th value, or are some idle?",
                           run.entry_point, us, kBlock, most_us);
          }};
}

// A split by ballots, which a warp makes at a time, takes three times as long as one by atomics;
// one thread takes thirty times as long. One warp sorts in four times the time of all.
constexpr double kSplitUs = 1000, kSortUs = 9000;  // of 20000 values
constexpr double kSmallSortUs = 1500;              // of 3000
// Of 6000 values by a thread a part. The slowest one known to be right takes 56,000.
constexpr double kPlainUs = 84000;

TEST(Quicksort, AllThreadsShareTheWork) {
  NEEDS_EMULATOR();
  const Floats values = mixed(20000);
  const Outcome split = run_split(values, values[10000]);
  ASSERT_THAT(split.result<int>(1)[0], testing::Gt(0)) << "split_in_three splits nothing yet";
  ASSERT_THAT(split, SharedByAllThreads(kSplitUs));
  const Outcome sorted = EXERCISE(sort_in_one_block, inout(values), 20000);
  ASSERT_THAT(sorted, HasSorted(values));
  EXPECT_THAT(sorted, SharedByAllThreads(kSortUs));
  EXPECT_THAT(split, WroteResult(0, "split_one").launched_anywhere().somewhere());
  EXPECT_THAT(sorted, WroteResult(0, "sort_one").launched_anywhere());
}

// What draws the last run of this check.
std::string trace_command() {
  return fmt::format("./course trace 13 --check {}",
                     testing::UnitTest::GetInstance()->current_test_info()->name());
}

// `other` took at least `factor` times as long as `run`, on the virtual clock.
Refusal why_too_slow(const Outcome& run, const Outcome& other, double factor) {
  if (!run.report || !other.report) return {};
  const double micros = 1e-3 * static_cast<double>(run.report->virtual_ns);
  const double others = 1e-3 * static_cast<double>(other.report->virtual_ns);
  if (factor * micros <= others) return {};
  return because(
      "{} takes {:.0f} µs on the virtual clock and {} {:.0f} µs, which should be at least {:.0f} "
      "times as much. Do parts wait for one another, are there launches for little work, are 127 "
      "threads idle while one works? {} shows where the time goes",
      run.entry_point, micros, other.entry_point, others, factor, trace_command());
}

Judged TakesAShareOf(const Outcome& other, double factor) {
  return {"is fast enough",
          [&other, factor](const Outcome& run) { return why_too_slow(run, other, factor); }};
}

TEST(Quicksort, FasterThanAThreadAPart) {
  NEEDS_EMULATOR();
  watch_reads();
  const Floats values = mixed(6000);
  const Outcome plain = EXERCISE(sort_plainly, inout(values), 6000);
  const Outcome serial = EXERCISE(sort_serially, inout(values), 6000);
  const Outcome run = run_quicksort(values);
  ASSERT_THAT(run, HasSorted(values));
  ASSERT_THAT(plain, HasSorted(values));
  ASSERT_THAT(serial, HasSorted(values));
  ASSERT_THAT(plain, TakesAtMost(kPlainUs, "one thread per part"));
  EXPECT_THAT(run, TakesAShareOf(plain, 20));
  EXPECT_THAT(run, kGridsSorted);
  expect_parts_handed_over(run, 6000);
}

TEST(Quicksort, FasterThanOneBlock) {
  NEEDS_EMULATOR();
  watch_reads();
  const Floats values = mixed(20000);
  const Outcome run = run_quicksort(values);
  ASSERT_THAT(run, HasSorted(values));
  EXPECT_THAT(run, kGridsSorted);
  ASSERT_NO_FATAL_FAILURE(expect_parts_handed_over(run, 20000));
  if (!tries_all_cases()) return;
  const Outcome block = EXERCISE(sort_in_one_block, inout(values), 20000);
  ASSERT_THAT(block, HasSorted(values));
  ASSERT_THAT(block, TakesAtMost(kSortUs, "sort_in_one_block"));
  EXPECT_THAT(run, TakesAShareOf(block, 2));
  EXPECT_THAT(block, kGridsSorted);
}

// Places are taken by grids that each split off two values, until none is left. A
// program that then goes on splitting like this in one block takes fifty times as long as the
// network.
constexpr int kMostWithPoorPivots = 30;

Refusal why_slow_with_poor_pivots(const Outcome& run, const Outcome& block) {
  if (!run.report || !block.report) return {};
  const double times =
      static_cast<double>(run.report->virtual_ns) / static_cast<double>(block.report->virtual_ns);
  if (times <= kMostWithPoorPivots) return {};
  return because(
      "with slots for {} grids and poor pivots, sort_by_grids takes {:.0f} times as long as "
      "sort_in_one_block on the virtual clock; it may take at most {} times as long. Most likely a "
      "block goes on splitting a part whose launch was refused: sort such a part in a time that "
      "does not depend on the pivots. {} shows where the time goes",
      kFewSlots, times, kMostWithPoorPivots, trace_command());
}

TEST(Quicksort, PoorPivotsInTime) {
  NEEDS_EMULATOR();
  const Floats values = up_and_down(3000);
  const Outcome block = EXERCISE(sort_in_one_block, inout(values), 3000);
  const Outcome run = run_quicksort(values, kDeepEnough, slots_in_pool(kFewSlots));
  ASSERT_THAT(block, HasSorted(values));
  ASSERT_THAT(block, TakesAtMost(kSmallSortUs, "sort_in_one_block"));
  ASSERT_THAT(run, HasSorted(values));
  EXPECT_THAT(run, Judged("is done in time", [&](const Outcome& done) {
                return why_slow_with_poor_pivots(done, block);
              }));
  for (const Outcome* sorted : {&run, &block}) EXPECT_THAT(*sorted, kGridsSorted);
}

}  // namespace
