// Tasks 4 and 5: quicksort by grids, of which none is useless, too deep, or lost.
#include "13-quicksort/runs.h"
#include "13-quicksort/sorted.h"
#include "shared/counted_atomically.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// Two outer parts, so at most two children. Asked first: 128 grids for a part are thousands below.
Refusal why_too_many_children(const Launches& launches) {
  std::map<std::int64_t, int> children;
  for (const Launch& l : launches) {
    if (l.from_host() || ++children[l.parent] < 3) continue;
    return refusal_at(
        l,
        "one grid launches more than two others, the third from thread {}: {}. There are two outer "
        "parts, and each thread that reaches a launch launches its own grid (K2)",
        l.parent_thread.x, launch_words(l));
  }
  return {};
}

Judged SharesNoPlaces() {
  return NoFinding(
      "race", "S5",
      "or rather: let no two grids share a value or a place in scratch. Does each grid work on "
      "job.values + first and job.scratch + first, and is the `first` of a part counted from the "
      "beginning of all values?");
}

void expect_quicksort_sorts(const Floats& values, int deepest = kDeepEnough) {
  const Outcome run = run_quicksort(values, deepest);
  ASSERT_THAT(run.launches, LaunchesMatcher("at most two children each", why_too_many_children));
  ASSERT_THAT(run, SharesNoPlaces());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values))
      << values.size() << " values. Of the three parts [0, less), [less, more) and [more, n) the "
      << "outer two must still be sorted, each as a whole";
  ASSERT_THAT(run, kGridsSorted);
}

TEST(Quicksort, SortsAnyNumber) {
  for (const int n : some_of({260, 1500, 129, 128, 1, 0})) {
    expect_quicksort_sorts(mixed(n));
    if (HasFatalFailure()) return;
  }
  watch_reads();
  expect_parts_handed_over(run_quicksort(mixed(1500)), 1500);
}

TEST(Quicksort, SortsWhatPeopleBring) {
  for (const Floats& values : some_of({rising(600), falling(600), Floats(600, 4),
                                       few_different(600), up_and_down(500), all_kinds(600)})) {
    expect_quicksort_sorts(values);
    if (HasFatalFailure()) return;
  }
  watch_reads();
  expect_parts_handed_over(run_quicksort(falling(2000)), 2000);
}

TEST(Quicksort, PartsAreIndependent) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_quicksort(mixed(700));
  ASSERT_THAT(run.launches, Contains(Child("quicksort")));
  ASSERT_THAT(run.launches, Independent(Child("quicksort"), "S1, S6, T3"));
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, HasSorted(mixed(700)));
  EXPECT_THAT(run, kGridsSorted);
  expect_parts_handed_over(run, 700);
}

// So many ones and so many twos, in turn: whichever of them is the pivot, the other is a part.
Floats two_kinds(int each) {
  Floats values(2 * each);
  for (int i = 0; i < 2 * each; ++i) values[i] = static_cast<float>(1 + i % 2);
  return values;
}

// The border between large and small.
void expect_grids_above_small() {
  const Outcome small = run_quicksort(two_kinds(kSmall));
  ASSERT_THAT(small, HasSorted(two_kinds(kSmall)));
  ASSERT_THAT(small.launches, LaunchCount(0, Child()))
      << kSmall << " ones and " << kSmall << " twos: one outer part has exactly "
      << "kSmall values, and only a part of more than kSmall gets a grid";
  const Outcome large = run_quicksort(two_kinds(kSmall + 1));
  ASSERT_THAT(large, HasSorted(two_kinds(kSmall + 1)));
  ASSERT_THAT(large.launches, Contains(Child("quicksort")))
      << "with " << kSmall + 1 << " ones and as many twos, one outer part has one value "
      << "more than kSmall, and gets a grid";
  for (const Outcome* run : {&small, &large}) ASSERT_THAT(*run, kGridsSorted);
}

std::int64_t ns_of_first(const Outcome& run) {
  return run.launches.empty() ? 0 : run.launches.begin()->end_ns - run.launches.begin()->start_ns;
}

// The same work in both, but for some 150 ns; a program that splits first takes 1.8 times as long,
// or more. Other work before or after the sort may take as long, so the message does not say that
// it was a split.
void expect_small_not_split() {
  const Floats values = mixed(kSmall);
  const Outcome block = EXERCISE(sort_in_one_block, inout(values), kSmall);
  ASSERT_THAT(block, HasSorted(values));
  ASSERT_THAT(run_quicksort(values), Judged("sorts a small range at once", [&](const Outcome& run) {
                if (2 * ns_of_first(run) <= 3 * ns_of_first(block)) return Refusal{};
                return because(
                    "with {} values quicksort takes {} ns on the virtual clock, and sort_one, "
                    "which only calls sort_by_block, {} ns; quicksort may take at most one and a "
                    "half times as long. Most likely it splits the values first: at most kSmall "
                    "are sorted in place, by sort_by_block and nothing else",
                    kSmall, ns_of_first(run), ns_of_first(block));
              }));
}

// The pivot is the middle of three different values, so neither part of 130 has more than 128.
TEST(Quicksort, NoGridForLittle) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome large = run_quicksort(mixed(1000));
  ASSERT_THAT(large, FinishedCleanly());
  ASSERT_THAT(large, Contains(Child("quicksort")));
  ASSERT_THAT(large, kGridsSorted.somewhere());
  ASSERT_NO_FATAL_FAILURE(expect_parts_handed_over(large, 1000));
  expect_grids_above_small();
  if (HasFatalFailure()) return;
  for (const int n : {kSmall, 5}) {
    ASSERT_THAT(run_quicksort(mixed(n)), AtMostAtomics(0))
        << n
        << " values: at most kSmall are sorted in place, by sort_by_block, and the network needs "
           "no atomics. Most likely the values are split first";
  }
  ASSERT_NO_FATAL_FAILURE(expect_small_not_split());
  for (const Floats& values : some_of({Floats(1000, 4), mixed(kSmall + 2), mixed(5), Floats{}})) {
    const Outcome run = run_quicksort(values);
    ASSERT_THAT(run, HasSorted(values));
    ASSERT_THAT(run.launches, LaunchCount(0, Child()))
        << "a launch costs more than sorting " << kSmall
        << " values in the block, and an empty part needs no grid";
    ASSERT_THAT(run, kGridsSorted);
  }
}

TEST(Quicksort, NotTooDeep) {
  watch_reads();
  for (const int deepest : some_of({0, 1, 3})) {
    const Outcome run = run_quicksort(mixed(2000), deepest);
    ASSERT_THAT(run.launches, NoLaunchBeyond(deepest))
        << "the host's grid is generation 0, and job.deepest is the last generation that may be "
           "launched";
    ASSERT_THAT(run.launches, MaxDepth(deepest));
    if (deepest == 1) {
      ASSERT_THAT(run.launches, LaunchCount(2, Child()))
          << "of 2000 values both outer parts have more than kSmall, so each gets a grid, one "
             "generation after the grid that launches it";
    }
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, HasSorted(mixed(2000)));
    ASSERT_THAT(run, kGridsSorted);
    if (deepest > 0) expect_parts_handed_over(run, 2000);
    if (HasFatalFailure()) return;
  }
  const Floats poor = up_and_down(800);
  const Outcome run = run_quicksort(poor, 6);
  ASSERT_THAT(run.launches, NoLaunchBeyond(6)) << "with poor pivots, too";
  EXPECT_THAT(run, HasSorted(poor));
  EXPECT_THAT(run, kGridsSorted);
}

Refusal why_wrong_count(const Outcome& run) {
  const int told = run.result<int>(1)[0];
  const int refused = static_cast<int>(run.launches.refused().size());
  if (!run.launches.known() || told == refused) return {};
  return because(
      "refused[0] is {}, but the device refused {} launches. Count each launch whose "
      "error is not 0, "
      "once, in the thread that made it (R1), and nothing else",
      told, refused);
}

// All is sorted and every refused launch is counted, but its error is returned as well.
Refusal why_counted_is_returned(const Outcome& run, const Floats& values) {
  constexpr int kPoolWasFull = 69;
  const auto& refused = run.launches.refused();
  if (!run.finished() || run.returned<int>() != kPoolWasFull || refused.empty()) return {};
  const int told = run.result<int>(1)[0];
  const auto sorted = run.result<float>(0);
  const bool is_sorted =
      why_other_values(sorted, values).empty() && why_not_sorted(sorted, values).empty();
  if (told != static_cast<int>(refused.size()) || !is_sorted) return {};
  return refusal_at(refused.front(), Cause::kCall,
                    "sort_by_grids returned {}, the error of a refused launch, though all values "
                    "are sorted and refused[0] counts every refused launch: {}. A refused launch "
                    "that is counted is no error of sort_by_grids: do not keep or return its 69",
                    kPoolWasFull, told);
}

void expect_nothing_lost(const Floats& values) {
  const Outcome run = run_quicksort(values, kDeepEnough, slots_in_pool(kFewSlots));
  ASSERT_THAT(run, CountsAtomically("job.refused"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Judged("returns no error that is counted", [&](const Outcome& done) {
                return why_counted_is_returned(done, values);
              }));
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values))
      << "with slots for 32 grids. A part whose launch is refused is not sorted unless the block "
         "sorts it (L2, K12)";
  EXPECT_THAT(run, Judged("counts what was refused", why_wrong_count));
  EXPECT_THAT(run, kGridsSorted);
  const bool is_any = run.result<int>(1)[0] != 0;
  EXPECT_THAT(run, WroteResult(1).where([is_any](int) { return is_any; }));
  if (!testing::Test::HasFatalFailure())
    expect_parts_handed_over(run, static_cast<int>(values.size()));
}

// Some 65 grids if there were places for all, and some 120: of those many are refused, in whatever
// way they are launched.
TEST(Quicksort, NothingIsLost) {
  watch_reads();
  if (tries_all_cases()) expect_nothing_lost(mixed(5000));
  if (!HasFatalFailure()) expect_nothing_lost(mixed(10000));
}

TEST(Quicksort, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_quicksort(mixed(1500));
  ASSERT_THAT(run.launches, Contains(Child("quicksort")));
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  EXPECT_THAT(run, HasSorted(mixed(1500)));
  EXPECT_THAT(run, kGridsSorted);
  expect_parts_handed_over(run, 1500);
}

}  // namespace
