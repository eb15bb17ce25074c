// Checks of lesson 13: an order for all floats, what a block sorts and splits, and quicksort by
// grids of which none is useless, too deep, or lost.
//
// Where a value comes to stand among its equals is free, and so is which grid sorts what: the
// checks ask whether the result is sorted and has the bits that went in.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/counted_atomically.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::CountsAtomically;
using checks::Independent;
using checks::Judged;
using checks::ReturnsNoError;

using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr int kSmall = 128, kBlock = 128;  // as in the exercise
constexpr int kAllPlaces = 2048;
constexpr int kDeepEnough = 40;

bool before(float a, float b) { return a < b || (!std::isnan(a) && std::isnan(b)); }

// ---- Inputs -------------------------------------------------------------------------------------

// Different values in no order. 20011 is a prime.
Floats mixed(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = 0.25f * static_cast<float>((i + 1) * 7919 % 20011) - 900;
  return values;
}

Floats rising(int n) {
  Floats values = mixed(n);
  std::ranges::sort(values);
  return values;
}

Floats falling(int n) {
  Floats values = rising(n);
  std::ranges::reverse(values);
  return values;
}

// First, middle and last are a poor choice here: the pivot is among the smallest.
Floats up_and_down(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(std::min(i, n - 1 - i));
  return values;
}

Floats few_different(int n) {
  Floats values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i * i % 3);
  return values;
}

// Every kind of float, a NaN at each place where choose_pivot looks.
Floats all_kinds(int n) {
  const Floats kinds = {kNaN, 2, -0.0f, kInfinity, 0, -kInfinity, -1.5f, -kNaN, 1e-40f, 3e38f};
  Floats values(n);
  for (int i = 0; i < n; ++i)
    values[i] = i % 3 == 0 ? static_cast<float>(i % 71) : kinds[i * 7 % 10];
  if (n > 2) values[0] = values[n / 2] = values[n - 1] = kNaN;
  return values;
}

// ---- What a result is asked ---------------------------------------------------------------------

std::string show_float(float value) {
  if (std::isnan(value)) return "NaN";
  return value == 0 && std::signbit(value) ? "-0" : fmt::format("{}", value);
}

std::string times(int n) { return n == 1 ? "once" : fmt::format("{} times", n); }

// Empty if `values` has the bits of `given`, in any order.
std::string why_other_values(const Array<float>& values, const Floats& given) {
  std::map<std::uint32_t, int> more;  // how often more than before
  std::map<std::uint32_t, int> had;
  for (const float value : given) {
    --more[std::bit_cast<std::uint32_t>(value)];
    ++had[std::bit_cast<std::uint32_t>(value)];
  }
  for (std::size_t i = 0; i < values.size(); ++i) ++more[std::bit_cast<std::uint32_t>(values[i])];
  int lost = 0;
  std::string first;
  for (const auto& [bits, change] : more) {
    lost += std::max(0, -change);
    if (change == 0 || (!first.empty() && change > 0)) continue;
    first =
        fmt::format("{} was there {} and is there {} now", show_float(std::bit_cast<float>(bits)),
                    times(had[bits]), times(had[bits] + change));
  }
  if (lost == 0) return {};
  return fmt::format(
      "{} of {} values got lost, and others took their places: {}. Sorting and splitting only move "
      "values. Do two threads write one place, does one read a place that another has already "
      "written, or are values written that only equal the lost ones?",
      lost, given.size(), first);
}

std::string why_not_sorted(const Array<float>& values, const Floats& given) {
  int wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = values.size(); i-- > 1;) {
    if (!before(values[i], values[i - 1])) continue;
    ++wrong;
    first = i;
  }
  if (wrong == 0) return {};
  std::string words = fmt::format(
      "{} is {} and {} is {}, which has to stand before it; of {} neighbours {} stand the wrong "
      "way",
      values.element_name(first - 1), show_float(values[first - 1]), values.element_name(first),
      show_float(values[first]), values.size() - 1, wrong);
  bool as_given = true;
  for (std::size_t i = 0; i < values.size(); ++i)
    as_given &= std::bit_cast<std::uint32_t>(values[i]) == std::bit_cast<std::uint32_t>(given[i]);
  if (as_given) words += "\nall values stand where they stood before";
  if (std::isnan(values[first - 1])) words += "\na NaN stands behind all numbers";
  return words;
}

// The first array of the run holds what was given, sorted.
Judged HasSorted(const Floats& given) {
  return {"has sorted the values", [given](const Outcome& run) -> Refusal {
            const auto values = run.result<float>(0);
            const std::string why = why_other_values(values, given);
            return because(why.empty() ? why_not_sorted(values, given) : why);
          }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

Judged AnswersAsOrdered(const Floats& a, const Floats& b) {
  return {"answers in the order of all floats", [=](const Outcome& run) -> Refusal {
            const auto answers = run.result<int>(0);
            for (std::size_t i = 0; i < a.size(); ++i) {
              const bool right = before(a[i], b[i]);
              if (answers[i] == (right ? 1 : 0)) continue;
              return because(
                  fmt::format(
                      "before({}, {}) is {}; it should be {}: {}", show_float(a[i]),
                      show_float(b[i]), answers[i], right ? 1 : 0,
                      std::isnan(a[i]) && std::isnan(b[i])
                          ? "two NaNs are equal, none is before the other"
                      : std::isnan(a[i]) || std::isnan(b[i])
                          ? "a NaN stands behind every number, and < says false of it either way"
                          : "numbers are ordered by <"),
                  Cause::kCall);
            }
            return {};
          }};
}

TEST(Quicksort, OrderOfAllFloats) {
  const Floats kinds = {-kInfinity, -3e38f, -1,    -1e-40f,   -0.0f, 0,
                        1e-40f,     1,      3e38f, kInfinity, kNaN,  -kNaN};
  Floats a, b;
  for (const float x : kinds) {
    for (const float y : kinds) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  const int n = static_cast<int>(a.size());
  const Outcome run = EXERCISE(ask_before, output<int>(n), input(a), input(b), n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run, AnswersAsOrdered(a, b));
  EXPECT_THAT(run, WroteResult(0, "ask").launched_anywhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

std::string words_of_network(std::size_t n) {
  std::string words = fmt::format("{} values", n);
  if (n > 2) words += fmt::format(": the sizes go up to {}", std::bit_ceil(n));
  if (n > kBlock) words += fmt::format(", and each of {} threads takes several places", kBlock);
  return words;
}

void expect_block_sorts(const Floats& values) {
  const Outcome run = EXERCISE(sort_in_one_block, inout(values), static_cast<int>(values.size()));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values)) << words_of_network(values.size());
  ASSERT_THAT(run, WroteResult(0, "sort_one").launched_anywhere());
}

// Of more than a thousand values not all have room in shared memory: 1025 are a power of two and
// one more, and of 3200 that rise and fall many come from far away.
TEST(Quicksort, BlockSortsAnyNumber) {
  for (const int n : {8, 5, 128, 300, 1025, 1, 0, 129}) {
    expect_block_sorts(mixed(n));
    if (HasFatalFailure()) return;
  }
  expect_block_sorts(up_and_down(3200));
}

TEST(Quicksort, BlockSortsAnyFloats) {
  for (const Floats& values :
       {rising(200), falling(200), Floats(200, 4), few_different(200), all_kinds(200)}) {
    expect_block_sorts(values);
    if (HasFatalFailure()) return;
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

// Where a value belongs: 0 before the pivot, 1 beside it, 2 behind it.
int part_of(float value, float pivot) {
  return before(value, pivot) ? 0 : before(pivot, value) ? 2 : 1;
}

const char* const kPartWords[] = {"comes before", "is equal to", "comes behind"};

Refusal why_wrong_parts(const Outcome& run, const Floats& given, float pivot) {
  int count[3] = {};
  for (const float value : given) ++count[part_of(value, pivot)];
  const auto values = run.result<float>(0);
  const int less = run.result<int>(1)[0], more = run.result<int>(2)[0];
  if (less != count[0] || more != count[0] + count[1]) {
    return because(fmt::format(
        "with pivot {} the parts are {{{}, {}}}; they should be {{{}, {}}}: {} before it, "
        "{} are equal to it, {} come behind it",
        show_float(pivot), less, more, count[0], count[0] + count[1],
        count[0] == 1 ? "1 value comes" : fmt::format("{} values come", count[0]), count[1],
        count[2]));
  }
  for (int i = 0; i < static_cast<int>(given.size()); ++i) {
    const int here = i < less ? 0 : i < more ? 1 : 2, is = part_of(values[i], pivot);
    if (here == is) continue;
    return because(fmt::format(
        "values[{}] is {}, which {} the pivot {}; in this part, of {{{}, {}}}, "
        "should stand what {} it",
        i, show_float(values[i]), kPartWords[is], show_float(pivot), less, more, kPartWords[here]));
  }
  return {};
}

Outcome run_split(const Floats& values, float pivot) {
  return EXERCISE(split_in_three, inout(values), output<int>(1), output<int>(1),
                  static_cast<int>(values.size()), pivot);
}

void expect_three_parts(const Floats& values, float pivot) {
  const Outcome run = run_split(values, pivot);
  const auto equals = std::ranges::count_if(
      values, [&](float v) { return !before(v, pivot) && !before(pivot, v); });
  ASSERT_THAT(run, FinishedCleanly()) << fmt::format(
      "the pivot is {}, and {} of {} values are equal to it, as before() has it: neither stands "
      "before the other",
      show_float(pivot), equals, values.size());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, Judged("has three parts", [&](const Outcome& done) {
                return why_wrong_parts(done, values, pivot);
              }));
  for (const std::size_t array : {0, 1, 2})
    ASSERT_THAT(run, WroteResult(array, "split_one").launched_anywhere());
}

TEST(Quicksort, ThreeParts) {
  struct Split {
    Floats values;
    float pivot;
  };
  for (const auto& [values, pivot] : {Split{mixed(700), mixed(700)[350]},
                                      {few_different(500), 1},
                                      {Floats(300, 4), 4},
                                      {mixed(200), rising(200).front()},
                                      {mixed(200), rising(200).back()},
                                      {mixed(129), 1e9f},
                                      {all_kinds(300), 0},
                                      {all_kinds(300), kInfinity},
                                      {all_kinds(300), kNaN},
                                      {{5}, 5},
                                      {{3}, 5},
                                      {{}, 1}}) {
    expect_three_parts(values, pivot);
    if (HasFatalFailure()) return;
  }
}

TEST(Quicksort, EveryValueIsKept) {
  Floats zeros = mixed(300);
  for (int i = 0; i < 300; i += 4) zeros[i] = i % 8 == 0 ? 0.0f : -0.0f;
  for (const Floats& values : {zeros, all_kinds(300), mixed(1000)}) {
    const Outcome run = run_split(values, 0);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.result<int>(1), Elements([&](int) {
                  return std::ranges::count_if(values, [](float v) { return before(v, 0); });
                }));
    ASSERT_THAT(run, Judged("keeps every value", [&](const Outcome& done) {
                  return because(why_other_values(done.result<float>(0), values));
                }));
    ASSERT_THAT(run, WroteResult(0, "split_one").launched_anywhere());
  }
}

// ---- Tasks 4 and 5 ------------------------------------------------------------------------------

Outcome run_quicksort(const Floats& values, int deepest = kDeepEnough, int pool = kAllPlaces) {
  return EXERCISE(sort_by_grids, inout(values), output<int>(1), static_cast<int>(values.size()),
                  deepest, pool);
}

// Grids moved every value that is not where it was. Which of them did is free, and so are kernels
// that help.
const WroteResult kGridsSorted(0);

// Two outer parts, so at most two children. Asked first: 128 grids for a part are thousands below.
Refusal why_too_many_children(const Launches& launches) {
  std::map<std::int64_t, int> children;
  for (const Launch& l : launches) {
    if (l.from_host() || ++children[l.parent] < 3) continue;
    return {
        fmt::format("a grid launches more than two others, the third from thread {}: {}. There are "
                    "two outer parts, and each thread that reaches a launch makes a grid (K2)",
                    l.parent_thread.x, launch_words(l)),
        l.file, l.line};
  }
  return {};
}

Judged SharesNoPlaces() {
  return checks::NoFinding(
      "race", "S5",
      "or rather: let no two grids have a value, or a place in scratch, in common. Does each grid "
      "work on job.values + first and job.scratch + first, and is the `first` of a part counted "
      "from the beginning of all values?");
}

void expect_quicksort_sorts(const Floats& values, int deepest = kDeepEnough) {
  const Outcome run = run_quicksort(values, deepest);
  ASSERT_THAT(run.launches, LaunchesMatcher("at most two children each", why_too_many_children));
  ASSERT_THAT(run, SharesNoPlaces());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values))
      << values.size() << " values. Of the three parts [0, less), [less, more) and [more, n) the "
      << "outer two are still to be sorted, by somebody and as a whole";
  ASSERT_THAT(run, kGridsSorted);
}

TEST(Quicksort, SortsAnyNumber) {
  for (const int n : {260, 1500, 129, 128, 1, 0}) {
    expect_quicksort_sorts(mixed(n));
    if (HasFatalFailure()) return;
  }
}

TEST(Quicksort, SortsWhatPeopleBring) {
  for (const Floats& values : {rising(600), falling(600), Floats(600, 4), few_different(600),
                               up_and_down(500), all_kinds(600)}) {
    expect_quicksort_sorts(values);
    if (HasFatalFailure()) return;
  }
}

TEST(Quicksort, PartsAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_quicksort(mixed(1500));
  ASSERT_THAT(run.launches, Contains(Child("quicksort")));
  ASSERT_THAT(run.launches, Independent(Child("quicksort"), "S1, S6, T3"));
  ASSERT_THAT(run, Keeps("device-api"));
  EXPECT_THAT(run, HasSorted(mixed(1500)));
  EXPECT_THAT(run, kGridsSorted);
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
      << kSmall << " ones and " << kSmall << " twos: the part beside the pivot has exactly "
      << "kSmall values, and only one of more than kSmall gets a grid";
  const Outcome large = run_quicksort(two_kinds(kSmall + 1));
  ASSERT_THAT(large, HasSorted(two_kinds(kSmall + 1)));
  ASSERT_THAT(large.launches, Contains(Child("quicksort")))
      << "with " << kSmall + 1 << " ones and as many twos the part beside the pivot has one value "
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
                return because(fmt::format(
                    "with {} values quicksort takes {} ns of the virtual clock, and sort_one, by "
                    "sort_by_block alone, {} ns; quicksort may take one and a half times as long. "
                    "Most likely it splits the values first: at most kSmall are sorted where they "
                    "are, by sort_by_block and nothing else",
                    kSmall, ns_of_first(run), ns_of_first(block)));
              }));
}

// The pivot is the middle of three different values, so neither part of 130 has more than 128.
TEST(Quicksort, NoGridForLittle) {
  NEEDS_EMULATOR();
  const Outcome large = run_quicksort(mixed(1000));
  ASSERT_THAT(large, FinishedCleanly());
  ASSERT_THAT(large, Contains(Child("quicksort")));
  ASSERT_THAT(large, kGridsSorted.somewhere());
  expect_grids_above_small();
  if (HasFatalFailure()) return;
  for (const int n : {kSmall, 5}) {
    ASSERT_THAT(run_quicksort(mixed(n)), AtMostAtomics(0))
        << n
        << " values: at most kSmall are sorted where they are, by sort_by_block, and the network "
           "needs no atomics. Most likely the values are split first";
  }
  ASSERT_NO_FATAL_FAILURE(expect_small_not_split());
  for (const Floats& values : {Floats(1000, 4), mixed(kSmall + 2), mixed(5), Floats{}}) {
    const Outcome run = run_quicksort(values);
    ASSERT_THAT(run, HasSorted(values));
    ASSERT_THAT(run.launches, LaunchCount(0, Child()))
        << "a launch costs more than sorting " << kSmall
        << " values in the block, and an empty part needs no grid";
    ASSERT_THAT(run, kGridsSorted);
  }
}

TEST(Quicksort, NotTooDeep) {
  for (const int deepest : {0, 1, 3}) {
    const Outcome run = run_quicksort(mixed(2000), deepest);
    ASSERT_THAT(run.launches, NoLaunchBeyond(deepest))
        << "the host's grid is generation 0, and job.deepest is the last that may be launched";
    ASSERT_THAT(run.launches, MaxDepth(deepest));
    if (deepest == 1) {
      ASSERT_THAT(run.launches, LaunchCount(2, Child()))
          << "of 2000 values both outer parts have more than kSmall, and each gets a grid, whose "
             "generation is one more than that of the launching one";
    }
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, HasSorted(mixed(2000)));
    ASSERT_THAT(run, kGridsSorted);
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
      fmt::format("refused[0] is {}, but the device refused {} launches. Count each launch whose "
                  "error is not 0, "
                  "once, in the thread that made it (R1), and nothing else",
                  told, refused));
}

constexpr int kFewPlaces = 32;

void expect_nothing_lost(const Floats& values) {
  const Outcome run = run_quicksort(values, kDeepEnough, places_in_pool(kFewPlaces));
  ASSERT_THAT(run, CountsAtomically("job.refused"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, HasSorted(values))
      << "with places for 32 grids. A part whose launch is refused is sorted by nobody, unless the "
         "block does it (L2, K12)";
  EXPECT_THAT(run, Judged("counts what was refused", why_wrong_count));
  EXPECT_THAT(run, kGridsSorted);
  const bool is_any = run.result<int>(1)[0] != 0;
  EXPECT_THAT(run, WroteResult(1).where([is_any](int) { return is_any; }));
}

// Some 65 grids if there were places for all, and some 120: of those many are refused, in whatever
// way they are launched.
TEST(Quicksort, NothingIsLost) {
  for (const int n : {5000, 10000}) {
    expect_nothing_lost(mixed(n));
    if (HasFatalFailure()) return;
  }
}

TEST(Quicksort, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_quicksort(mixed(1500));
  ASSERT_THAT(run.launches, Contains(Child("quicksort")));
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  EXPECT_THAT(run, HasSorted(mixed(1500)));
  EXPECT_THAT(run, kGridsSorted);
}

// ---- How long it takes --------------------------------------------------------------------------

// What it may take on the virtual clock if all threads share the work.
Judged SharedByAllThreads(double most_us) {
  return {
      "all threads share the work", [most_us](const Outcome& run) -> Refusal {
        if (!run.report) return {};
        const double us = 1e-3 * static_cast<double>(run.report->virtual_ns);
        if (us <= most_us) return {};
        return because(
            fmt::format("{} takes {:.0f} µs of the virtual clock for 20000 values; where all {} "
                        "threads of the block share the work it takes less than {:.0f} µs. Does "
                        "every thread take each blockDim.x-th value, or do some only look on?",
                        run.entry_point, us, kBlock, most_us),
            Cause::kCall);
      }};
}

// A split by ballots, which a warp makes at a time, takes three times as long as one by atomics;
// one thread takes thirty times as long. One warp sorts in four times the time of all.
constexpr double kSplitUs = 1000, kSortUs = 9000;

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
  return because(fmt::format(
      "{} takes {:.0f} µs of the virtual clock and {} {:.0f} µs, which should be at least {:.0f} "
      "times as much. Where is the time? Do parts wait for each other, are there launches for "
      "little, do 127 threads look on while one works? {} shows it",
      run.entry_point, micros, other.entry_point, others, factor, trace_command()));
}

Judged TakesAShareOf(const Outcome& other, double factor) {
  return {"is fast enough",
          [&other, factor](const Outcome& run) { return why_too_slow(run, other, factor); }};
}

TEST(Quicksort, FasterThanAThreadAPart) {
  NEEDS_EMULATOR();
  const Floats values = mixed(6000);
  const Outcome plain = EXERCISE(sort_plainly, inout(values), 6000);
  const Outcome serial = EXERCISE(sort_serially, inout(values), 6000);
  const Outcome run = run_quicksort(values);
  ASSERT_THAT(run, HasSorted(values));
  ASSERT_THAT(plain, HasSorted(values));
  ASSERT_THAT(serial, HasSorted(values));
  EXPECT_THAT(run, TakesAShareOf(plain, 20));
  EXPECT_THAT(run, kGridsSorted);
}

TEST(Quicksort, FasterThanOneBlock) {
  NEEDS_EMULATOR();
  const Floats values = mixed(20000);
  const Outcome block = EXERCISE(sort_in_one_block, inout(values), 20000);
  const Outcome run = run_quicksort(values);
  ASSERT_THAT(block, HasSorted(values));
  ASSERT_THAT(run, HasSorted(values));
  EXPECT_THAT(run, TakesAShareOf(block, 2));
  for (const Outcome* sorted : {&run, &block}) EXPECT_THAT(*sorted, kGridsSorted);
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
  return because(fmt::format(
      "with places for {} grids and poor pivots sort_by_grids takes {:.0f} times as long as "
      "sort_in_one_block, on the virtual clock; it may take {} times as long. Most likely a block "
      "goes on splitting a part whose launch was refused: sort such a part in a time that does not "
      "depend on the pivots. {} shows where the time is",
      kFewPlaces, times, kMostWithPoorPivots, trace_command()));
}

TEST(Quicksort, PoorPivotsInTime) {
  NEEDS_EMULATOR();
  const Floats values = up_and_down(3000);
  const Outcome block = EXERCISE(sort_in_one_block, inout(values), 3000);
  const Outcome run = run_quicksort(values, kDeepEnough, places_in_pool(kFewPlaces));
  ASSERT_THAT(block, HasSorted(values));
  ASSERT_THAT(run, HasSorted(values));
  EXPECT_THAT(run, Judged("is done in time", [&](const Outcome& done) {
                return why_slow_with_poor_pivots(done, block);
              }));
  for (const Outcome* sorted : {&run, &block}) EXPECT_THAT(*sorted, kGridsSorted);
}

}  // namespace
