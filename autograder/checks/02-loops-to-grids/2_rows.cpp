// Checks of lesson 02: equal to the serial loop on all kinds of ranges, with one grid of the right
// size for each loop that is worth one.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::ReturnsNoError;

// ---- Grids that fit their loops -----------------------------------------------------------------

// What thread i of the parent found: a loop of lengths[i], called `what` i in messages.
struct Loops {
  std::string what, one, many;  // "range", "element", "elements"
  std::vector<int> lengths;
  int threshold = 1;  // shorter loops have no grid; empty ones never have

  bool wants_grid(int i) const { return lengths[i] > 0 && lengths[i] >= threshold; }
  int size() const { return static_cast<int>(lengths.size()); }
  std::string words(int i) const {
    const std::string length = lengths[i] == 0 ? "no " + many : counted(lengths[i], one, many);
    return fmt::format("{} {} has {}", what, i, length);
  }
};

Refusal refusal_at(const Launch& l, const std::string& why) { return {why, l.file, l.line}; }

// The number of the launching thread in its whole grid; parents have one dimension here.
int launching_thread(const Launches& launches, const Launch& l) {
  const Launch* parent = launches.find(l.parent);
  return l.parent_block.x * (parent == nullptr ? 1 : parent->block.x) + l.parent_thread.x;
}

constexpr int kChildBlock = 256;  // kBlock in exercise.cu
constexpr int kMostThreads = 1024, kPoolIsFull = 69;

// The blocks of a grid or the threads of a block, whatever its shape.
int count_of(const Dim& d) { return d.x * d.y * d.z; }

Refusal why_refused(const Loops& loops, const Launch& l, int i) {
  const std::string asked = fmt::format("{}, and thread {} asks for <<<{}, {}>>>", loops.words(i),
                                        i, count_of(l.grid), count_of(l.block));
  if (count_of(l.grid) == 0 && loops.lengths[i] == 0) {
    return refusal_at(l, asked +
                             ": a grid of 0 blocks is refused with error 9 (K6); where there is "
                             "nothing to do, launch nothing");
  }
  if (count_of(l.grid) == 0) {
    return refusal_at(l, asked +
                             ", which is refused with error 9: a division of whole numbers "
                             "rounds down; the number of blocks must be rounded up (K6)");
  }
  const std::string refused = fmt::format("{}, which is refused with error {}", asked, l.error);
  if (l.error == kPoolIsFull) {
    return refusal_at(l, refused + ": more grids are pending than the pool has places for (L2)");
  }
  if (count_of(l.block) > kMostThreads) {
    return refusal_at(l, refused +
                             ": a block has at most 1,024 threads (K6); a long loop needs "
                             "several blocks");
  }
  return refusal_at(l, fmt::format("{} ({})", refused, l.error_name));
}

Refusal why_unwanted(const Loops& loops, const Launch& l, int i) {
  if (i < 0 || i >= loops.size()) {
    return refusal_at(l, fmt::format("thread {} launches {}, but there are only {} {}s: the last "
                                     "block of the parent has threads to spare",
                                     i, launch_words(l), loops.size(), loops.what));
  }
  if (loops.lengths[i] == 0) {
    return refusal_at(l, fmt::format("{}, and still thread {} launches {}: where there is nothing "
                                     "to do, launch nothing",
                                     loops.words(i), i, launch_words(l)));
  }
  return refusal_at(l, fmt::format("{}, fewer than the threshold of {}, and still gets a grid: "
                                   "short loops stay in their thread",
                                   loops.words(i), loops.threshold));
}

Refusal why_wrong_size(const Loops& loops, const Launch& l, int i) {
  const int length = loops.lengths[i], threads = count_of(l.grid) * count_of(l.block);
  const std::string grid = fmt::format("{}, its grid {}<<<{}, {}>>>", loops.words(i), l.kernel,
                                       count_of(l.grid), count_of(l.block));
  if (length - threads >= count_of(l.block)) {
    return refusal_at(l, fmt::format("{} only {} threads, some of which have to take several: the "
                                     "loop becomes a grid with one thread an iteration, so its "
                                     "length divided by the threads of a block, rounded up, is the "
                                     "number of blocks",
                                     grid, threads));
  }
  if (threads < length) {
    return refusal_at(l, fmt::format("{} only {} threads: the last {} have none; round the number "
                                     "of blocks up, not down",
                                     grid, threads, length - threads));
  }
  if (threads - count_of(l.block) >= length) {
    return refusal_at(l, fmt::format("{} {} threads: whole blocks of it have nothing to do. As few "
                                     "blocks as suffice are asked for: the length divided by the "
                                     "threads of a block, rounded up",
                                     grid, threads));
  }
  return {};
}

// What the parent's threads launched, and what they were refused.
struct Attempts {
  std::vector<const Launch*> accepted, refused;
  int count() const { return static_cast<int>(accepted.size() + refused.size()); }
  const Launch& first() const { return accepted.empty() ? *refused[0] : *accepted[0]; }
};

std::map<int, Attempts> attempts_by_thread(const Launches& launches) {
  std::map<int, Attempts> by_thread;
  for (const Launch& l : launches) {
    if (!l.from_host()) by_thread[launching_thread(launches, l)].accepted.push_back(&l);
  }
  for (const Launch& l : launches.refused()) {
    if (!l.from_host()) by_thread[launching_thread(launches, l)].refused.push_back(&l);
  }
  return by_thread;
}

Refusal why_too_many(const Loops& loops, const Attempts& attempts, int i, int times) {
  return refusal_at(attempts.first(),
                    fmt::format("{}, and thread {} launches {} grids where {} should be: the "
                                "whole loop becomes one grid, one thread an iteration (K2)",
                                loops.words(i), i, attempts.count(), times));
}

Refusal why_thread_wrong(const Loops& loops, const Attempts& attempts, int i, int times) {
  const bool exists = i >= 0 && i < loops.size();
  if (exists && attempts.count() > times && loops.lengths[i] > 0) {
    return why_too_many(loops, attempts, i, times);
  }
  if (exists && !attempts.refused.empty()) return why_refused(loops, *attempts.refused[0], i);
  if (!exists || !loops.wants_grid(i)) return why_unwanted(loops, attempts.first(), i);
  for (const Launch* l : attempts.accepted) {
    if (Refusal refusal = why_wrong_size(loops, *l, i); !refusal.why.empty()) return refusal;
  }
  return {};
}

// Whether each loop has the grids it wants: `times` of them, launched by its own thread.
Refusal why_not_fitting(const Launches& launches, const Loops& loops, int times) {
  const auto by_thread = attempts_by_thread(launches);
  for (const auto& [i, attempts] : by_thread) {
    Refusal refusal = why_thread_wrong(loops, attempts, i, times);
    if (!refusal.why.empty()) return refusal;
  }
  for (int i = 0; i < loops.size(); ++i) {
    const auto found = by_thread.find(i);
    const int there = found == by_thread.end() ? 0 : found->second.count();
    if (!loops.wants_grid(i) || there == times) continue;
    const std::string threshold =
        loops.threshold > 1 ? fmt::format(", the threshold is {}", loops.threshold) : "";
    return {
        fmt::format("{}{}, but thread {} launches {} where {} should be", loops.words(i), threshold,
                    i, there == 0 ? "no grid" : counted(there, "grid", "grids"), times),
        {},
        0};
  }
  return {};
}

LaunchesMatcher GridsFit(const Loops& loops, int times = 1) {
  return {"one grid for each loop, just large enough",
          [loops, times](const Launches& l) { return why_not_fitting(l, loops, times); }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

struct Ranges {
  std::vector<int> values, starts, ends, gains;

  // Ranges of these lengths, `gap` elements apart, with `gap` more behind the last.
  Ranges(const std::vector<int>& lengths, int gap) {
    int next = gap;
    for (std::size_t r = 0; r < lengths.size(); ++r) {
      starts.push_back(next);
      ends.push_back(next + lengths[r]);
      gains.push_back(static_cast<int>(1000 * (r + 1)));
      next += lengths[r] + gap;
    }
    values.resize(std::max(next, 1));
    std::iota(values.begin(), values.end(), 0);
  }
  int count() const { return static_cast<int>(starts.size()); }
  int size() const { return static_cast<int>(values.size()); }
  Loops loops() const {
    Loops loops{"range", "element", "elements", {}, 1};
    for (int r = 0; r < count(); ++r) loops.lengths.push_back(ends[r] - starts[r]);
    return loops;
  }
};

// The serial loop over other bounds than starts[r] and ends[r]: what mistakes come to.
template <class Begin, class End>
std::vector<int> raised(const Ranges& ranges, Begin begin, End end) {
  std::vector<int> values = ranges.values;
  for (int r = 0; r < ranges.count(); ++r) {
    for (int i = begin(r); i < std::min(end(r), ranges.size()); ++i) values[i] += ranges.gains[r];
  }
  return values;
}

// What people write instead, and the values that it gives.
struct KnownMistake {
  std::vector<int> values;
  std::string words;
};

std::vector<KnownMistake> known_mistakes(const Ranges& ranges) {
  const auto begin = [&](int r) { return ranges.starts[r]; };
  const auto end = [&](int r) { return ranges.ends[r]; };
  const auto length = [&](int r) { return end(r) - begin(r); };
  const auto full_blocks = [&](int r) { return begin(r) + length(r) / 256 * 256; };
  const auto with_end = [&](int r) { return end(r) + (length(r) > 0 ? 1 : 0); };
  const auto all_threads = [&](int r) { return begin(r) + (length(r) + 255) / 256 * 256; };
  return {
      {ranges.values, "values that no grid has raised"},
      {raised(ranges, begin, full_blocks),
       "values behind the last full block of 256: the number of blocks must be rounded up"},
      {raised(ranges, begin, with_end), "the element at `end`, raised too: a range ends before it"},
      {raised(ranges, begin, all_threads),
       "values raised by the spare threads of a range's last block: a child needs a bound as "
       "any kernel does"},
      {raised(
           ranges, [](int) { return 0; }, length),
       "values of children that all begin at element 0: the threads of a child count from 0, "
       "its range begins at `start`"}};
}

// All values are those of a known mistake, which says more than the races and bad addresses that it
// makes; but nothing of a program that has raised nothing.
Refusal why_known_mistake(const Outcome& run, const Ranges& ranges) {
  if (!run.finished() || run.returned<int>() != 0) return {};
  const auto values = run.result<int>(0);
  const std::vector<int> right = raised(
      ranges, [&](int r) { return ranges.starts[r]; }, [&](int r) { return ranges.ends[r]; });
  for (const KnownMistake& mistake : known_mistakes(ranges)) {
    if (mistake.values == ranges.values || mistake.values == right) continue;
    if (!std::ranges::equal(values, mistake.values)) continue;
    return because("values[] holds " + mistake.words, Cause::kCall);
  }
  return {};
}

Judged IsNoKnownMistake(const Ranges& ranges) {
  return {"is no known mistake",
          [&ranges](const Outcome& run) { return why_known_mistake(run, ranges); }};
}

auto RaisedValues(const Ranges& ranges) {
  auto matcher = Elements(raised(
      ranges, [&](int r) { return ranges.starts[r]; }, [&](int r) { return ranges.ends[r]; }));
  for (const KnownMistake& mistake : known_mistakes(ranges)) {
    matcher =
        matcher.mistaking([values = mistake.values](int i) { return values[i]; }, mistake.words);
  }
  return matcher;
}

Outcome run_raise(const Ranges& r) {
  return EXERCISE(raise_all, inout(r.values), r.size(), input(r.starts), input(r.ends),
                  input(r.gains), r.count());
}

// What an error of a launch means is best said about that launch.
void expect_no_error(const Outcome& run, const Loops& loops, int times = 1) {
  ASSERT_THAT(run, FinishedCleanly());
  const bool has_two_calls = test_settings().calls > 1;  // then there are the launches of both
  if (run.returned<int>() != 0 && !has_two_calls) {
    ASSERT_THAT(run.launches, GridsFit(loops, times));
  }
  ASSERT_THAT(run, ReturnsNoError());
}

// Children raise the elements, whatever their kernel is called.
WroteResult RaisedByChildren() { return WroteResult(0).of("raise_ranges"); }

// Of a check of launches, whose children might be for show. WroteResult does not ask about elements
// that hold what they held before, so that it would hold where no element has been raised.
Refusal why_nothing_raised(const Outcome& run, const Ranges& ranges) {
  if (!std::ranges::equal(run.result<int>(0), ranges.values)) return {};
  return because("no element of values[] has been raised: the grids that were launched do nothing");
}

void expect_something_raised(const Outcome& run, const Ranges& ranges) {
  EXPECT_THAT(run, Judged("raises something",
                          [&](const Outcome& r) { return why_nothing_raised(r, ranges); }));
  EXPECT_THAT(run, RaisedByChildren().somewhere());
}

void expect_raised(const Ranges& ranges) {
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run, IsNoKnownMistake(ranges));
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, ranges.loops()));
  EXPECT_THAT(run.result<int>(0), RaisedValues(ranges));
  EXPECT_THAT(run, RaisedByChildren());
}

TEST(LoopsToGrids, EveryRangeIsRaised) {
  expect_raised(Ranges({5, 0, 300, 256, 1, 257, 0, 255, 600, 512}, 300));
  if (HasFailure()) return;
  expect_raised(Ranges(std::vector<int>(100, 3), 0));  // two blocks of parents, no gaps
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_raised(Ranges({5, 0, 300}, 2));
}

TEST(LoopsToGrids, HugeAndSkewedRanges) {
  std::vector<int> lengths(70, 1);
  lengths[0] = lengths[33] = lengths[69] = 0;
  lengths[40] = 100000;
  expect_raised(Ranges(lengths, 2));
  expect_raised(Ranges({0}, 0));
  expect_raised(Ranges({1}, 0));
}

TEST(LoopsToGrids, OneGridForEachRange) {
  NEEDS_EMULATOR();
  std::vector<int> lengths;
  for (int r = 0; r < 90; ++r) lengths.push_back(r * 53 % 7 == 0 ? 0 : r * r * 37 % 1100);
  lengths.insert(lengths.end(), {256, 512, 1024});  // whole blocks, and none to spare
  lengths.push_back(40000);                         // more blocks than a card has multiprocessors
  const Ranges ranges(lengths, 1);
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run.launches, GridsFit(ranges.loops()));
  ASSERT_THAT(run.launches, Every(Child(), Child().with_block(kChildBlock)))
      << "blocks of kBlock threads are asked for";
  ASSERT_THAT(run, FinishedCleanly());
  expect_something_raised(run, ranges);
}

TEST(LoopsToGrids, NoGridForNothing) {
  NEEDS_EMULATOR();
  const Ranges ranges({0, 0, 40, 0}, 5);
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run.launches, GridsFit(ranges.loops()));
  ASSERT_THAT(run.launches, LaunchCount(1, Child()));
  expect_something_raised(run, ranges);
}

// ---- Task 2 -------------------------------------------------------------------------------------

struct Matrix {
  std::vector<int> row_begin = {0}, columns, entries, x;

  Matrix(const std::vector<int>& lengths, int width) {
    for (int i = 0; i < width; ++i) x.push_back(i * 31 % 19 - 9);
    for (const int length : lengths) {
      for (int e = 0; e < length; ++e) {
        columns.push_back((7 * e + 3 * static_cast<int>(row_begin.size())) % width);
        entries.push_back(e * 13 % 11 - 4);
      }
      row_begin.push_back(static_cast<int>(columns.size()));
    }
  }
  int rows() const { return static_cast<int>(row_begin.size()) - 1; }
  int width() const { return static_cast<int>(x.size()); }
  int product(int row) const {
    int sum = 0;
    for (int e = row_begin[row]; e < row_begin[row + 1]; ++e) sum += entries[e] * x[columns[e]];
    return sum;
  }
  Loops loops(int threshold) const {
    Loops loops{"row", "entry", "entries", {}, threshold};
    for (int r = 0; r < rows(); ++r) loops.lengths.push_back(row_begin[r + 1] - row_begin[r]);
    return loops;
  }
};

Outcome run_multiply(const Matrix& m, int threshold) {
  return EXERCISE(multiply, output<int>(m.rows()), input(m.row_begin), input(m.columns),
                  input(m.entries), m.rows(), input(m.x), m.width(), threshold);
}

// Two blocks that store into one element of y are two blocks of one row. Of an update without an
// atomic the emulator says what to do.
Refusal why_sums_stored(const Outcome& run, int rows) {
  const std::string y = fmt::format("of the {}-byte allocation", rows * sizeof(int));
  for (Diagnostic d : run.diagnostics) {
    const auto says = [&](const std::string& words) {
      return d.message.find(words) != std::string::npos;
    };
    const bool is_store = d.line == d.other_line && says("blocks of one grid");
    if (d.rule != "race" || !is_store || !says(y)) continue;
    d.message = d.message.substr(0, d.message.find(": ")) +
                ": several blocks work on one long row, in any order, and each overwrites what the "
                "others have stored. Let each add its part to y[row] by atomicAdd (M12)";
    return {diagnostic_words(d), d.file, d.line, harness::cause_of(d.rule)};
  }
  return {};
}

Judged AddsToSharedSums(int rows) {
  return {"adds to sums that blocks share",
          [rows](const Outcome& run) { return why_sums_stored(run, rows); }};
}

// A sum of 0 may be there already, and a thread may add its own 0 to what the child has added: so
// any grid.
WroteResult AddedUpByGrids(const Matrix& m) {
  return WroteResult(0).where([&m](int row) { return m.product(row) != 0; });
}

void expect_product(const Matrix& m, int threshold) {
  const Outcome run = run_multiply(m, threshold);
  ASSERT_THAT(run, AddsToSharedSums(m.rows()));
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, m.loops(threshold)));
  EXPECT_THAT(run.result<int>(0),
              Elements([&](int row) { return m.product(row); })
                  .mistaking([](int) { return 0; }, "rows that nobody added up")
                  .mistaking([&](int row) { return 2 * m.product(row); },
                             "rows added up twice, by the thread and by its child"))
      << "with a threshold of " << threshold;
  EXPECT_THAT(run, AddedUpByGrids(m)) << "with a threshold of " << threshold;
}

std::vector<int> skewed_rows() {
  std::vector<int> lengths;
  for (int r = 0; r < 80; ++r) lengths.push_back(r % 9 == 0 ? 200 + 10 * r : r % 5 * 7);
  return lengths;
}

TEST(LoopsToGrids, RowsAreAddedUp) {
  const Matrix matrix(skewed_rows(), 50);
  for (const int threshold : {32, 1000000}) {
    ASSERT_NO_FATAL_FAILURE(expect_product(matrix, threshold));
  }
  const Matrix few({0, 1, 300, 0, 31, 2, 257, 0}, 50);  // here short rows have whole blocks, too
  for (const int threshold : {0, 1}) ASSERT_NO_FATAL_FAILURE(expect_product(few, threshold));
  ASSERT_NO_FATAL_FAILURE(expect_product(Matrix({3000, 0, 1}, 700), 256));
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_product(Matrix({40, 2, 300, 0}, 50), 32);
}

TEST(LoopsToGrids, OnlyLongRowsLaunch) {
  NEEDS_EMULATOR();
  const int threshold = 32;
  std::vector<int> lengths = skewed_rows();
  lengths[1] = threshold - 1;
  lengths[2] = threshold;
  lengths[3] = threshold + 1;
  lengths[4] = 256;
  lengths[5] = 1024;
  lengths[6] = 1025;
  lengths[7] = 257;
  lengths[8] = 1;
  const std::vector<int> few(lengths.begin(), lengths.begin() + 12);  // an empty row, too
  for (const auto& [rows, t] : {std::pair{lengths, threshold}, {few, 0}}) {
    const Matrix matrix(rows, 50);
    const Outcome run = run_multiply(matrix, t);
    ASSERT_THAT(run.launches, GridsFit(matrix.loops(t)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AddedUpByGrids(matrix).somewhere());
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

using Count = unsigned long long;

Outcome run_rounds(int threads, int rounds, int steps) {
  return EXERCISE(count_in_rounds, output<Count>(1), threads, rounds, steps);
}

Loops steps_of(int threads, int steps) {
  return {"a round of thread", "step", "steps", std::vector<int>(threads, steps), 1};
}

// After K threads, M rounds and N steps.
void expect_count(int k, int m, int n) {
  const Outcome run = run_rounds(k, m, n);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, steps_of(k, n), m));
  const Count steps = Count(k) * m * n, after_a_round = Count(k) * 5;
  const Count lost_fives = n == 0 && m > 1 ? 0 : ~Count(0);
  EXPECT_THAT(run.result<Count>(0),
              Elements([&](int) { return steps + after_a_round * (m - 1); })
                  .mistaking([&](int) { return lost_fives; },
                             "a thread that leaves its rounds where there are no steps: then "
                             "there is nothing to launch, but the 5 between two rounds are added "
                             "all the same")
                  .mistaking([](int) { return 0; }, "a counter that nobody touched")
                  .mistaking([&](int) { return steps + after_a_round * m; },
                             "5 added after the last round too: they belong between two rounds")
                  .mistaking([&](int) { return steps; }, "the steps without the 5 in between"))
      << "with K = " << k << ", M = " << m << " and N = " << n;
  EXPECT_THAT(run, WroteResult(0)) << "with K = " << k << ", M = " << m << " and N = " << n;
}

TEST(LoopsToGrids, CounterIsRight) {
  for (const auto& [k, m, n] :
       {std::tuple{3, 4, 10}, {66, 2, 30}, {5, 2, 257}, {6, 3, 0}, {4, 2, 1}, {2, 1, 1024}}) {
    expect_count(k, m, n);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_count(3, 2, 7);
}

TEST(LoopsToGrids, OneGridForEachRound) {
  NEEDS_EMULATOR();
  for (const auto& [k, m, n] : {std::tuple{66, 2, 40}, {4, 3, 600}, {2, 1, 1024}, {3, 2, 0}}) {
    const Outcome run = run_rounds(k, m, n);
    ASSERT_THAT(run.launches, GridsFit(steps_of(k, n), m));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, WroteResult(0));
  }
}

// ---- All tasks ----------------------------------------------------------------------------------

TEST(LoopsToGrids, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Ranges some({40, 300, 0}, 1);
  const Matrix matrix({40, 300, 0}, 10);
  const Outcome ranges = run_raise(some);
  const Outcome rows = run_multiply(matrix, 20);
  const Outcome rounds = run_rounds(2, 2, 10);
  for (const Outcome* run : {&ranges, &rows, &rounds}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
  }
  const auto raise = [] { return run_raise(Ranges({40}, 1)); };
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned(raise));
  const auto multiply = [] { return run_multiply(Matrix({40}, 10), 20); };
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned(multiply));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_rounds(1, 2, 10); }));
  expect_something_raised(ranges, some);
  EXPECT_THAT(rows, AddedUpByGrids(matrix).somewhere());
  EXPECT_THAT(rounds, WroteResult(0));
}

}  // namespace
