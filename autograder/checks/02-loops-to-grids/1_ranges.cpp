// Task 1: a grid for each range, and none for an empty one.
#include "02-loops-to-grids/runs.h"

namespace {

using namespace checks;

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
  const auto from_warp = [&](int r) { return begin(r) / 32 * 32; };
  const auto full_from_warp = [&](int r) {
    return std::min(end(r), from_warp(r) + (length(r) + 255) / 256 * 256);
  };
  const auto all_threads = [&](int r) { return begin(r) + (length(r) + 255) / 256 * 256; };
  return {
      {ranges.values, "values that no grid has raised"},
      {raised(ranges, begin, full_blocks),
       "values after the last full block of 256: the number of blocks must be rounded up"},
      {raised(ranges, begin, full_from_warp),
       "values of children that begin at `start` rounded down to a multiple of 32, but have "
       "blocks only for the elements of the range: where `start` is not a multiple of 32, the "
       "last elements have no thread"},
      {raised(ranges, begin, with_end), "the element at `end`, raised too: a range ends before it"},
      {raised(ranges, begin, all_threads),
       "values raised by the spare threads of a range's last block: a child needs a bounds "
       "check, as any kernel does"},
      {raised(
           ranges, [](int) { return 0; }, length),
       "values of children that all begin at element 0: the threads of a child count from 0, but "
       "its range begins at `start`"}};
}

// The range in which values[place] is; -1 if it is in none.
int range_of(const Ranges& ranges, int place) {
  for (int r = 0; r < ranges.count(); ++r) {
    if (ranges.starts[r] <= place && place < ranges.ends[r]) return r;
  }
  return -1;
}

// Which elements of its range the first wrong one and those beside it are.
std::string where_in_its_range(const Outcome& run, const Ranges& ranges) {
  const auto values = run.result<int>(0);
  if (std::ranges::equal(values, ranges.values)) return {};  // then it does not matter where
  const std::vector<int> right = raised(
      ranges, [&](int r) { return ranges.starts[r]; }, [&](int r) { return ranges.ends[r]; });
  const auto is_wrong = [&](int i) { return values[i] != right[i]; };
  int first = 0;
  while (first < ranges.size() && !is_wrong(first)) ++first;
  if (first == ranges.size()) return {};
  const int r = range_of(ranges, first);
  if (r < 0) return fmt::format("values[{}] is in no range", first);
  int last = first;
  while (last + 1 < ranges.ends[r] && is_wrong(last + 1)) ++last;
  const int start = ranges.starts[r], end = ranges.ends[r], count = last - first + 1;
  const std::string which = last + 1 < end   ? first == start ? "the first" : "in the middle"
                            : first == start ? "all"
                                             : "the last";
  return fmt::format(
      "the first wrong ones are values[{}]{}: {}{} of the {} of range {}, whose start is {} "
      "and end {}",
      first, count == 1 ? "" : fmt::format(" … values[{}]", last), which,
      count == 1 ? "" : fmt::format(" {}", count),
      counted(static_cast<std::size_t>(end - start), "element", "elements"), r, start, end);
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
    return because(Cause::kCall, "values[] holds {}\n{}", mistake.words,
                   where_in_its_range(run, ranges));
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

void expect_raised(const Ranges& ranges) {
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run, IsNoKnownMistake(ranges));
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run, ranges.loops()));
  EXPECT_THAT(run.result<int>(0), RaisedValues(ranges)) << where_in_its_range(run, ranges);
  EXPECT_THAT(run, RaisedByChildren());
  EXPECT_THAT(run.launches, RaisesOneElementAThread());
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
  constexpr std::size_t kBounds = 10;  // where a child looks up its own range, and all besides
  NEEDS_EMULATOR();
  std::vector<int> lengths;
  for (int r = 0; r < 90; ++r) lengths.push_back(r * 53 % 7 == 0 ? 0 : r * r * 37 % 1100);
  lengths.insert(lengths.end(), {256, 512, 1024});  // whole blocks, and none to spare
  lengths.push_back(40000);                         // more blocks than a card has multiprocessors
  const Ranges ranges(lengths, 1);
  watch_threads();
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run.launches, GridsFit(ranges.loops()));
  ASSERT_THAT(run.launches, EveryLaunch(Child(), Child().with_block(kChildBlock)))
      << "the task asks for blocks of kBlock threads";
  ASSERT_THAT(run, FinishedCleanly());
  expect_something_raised(run, ranges);
  EXPECT_THAT(run.launches, RaisesOneElementAThread());
  EXPECT_THAT(
      run, ReadsOwnData([](const Launch& launch) { return !launch.from_host(); }, kBounds, kBounds,
                        "a thread of a child raises one element; all it needs to know about its "
                        "range is what the launching thread knows"));
}

TEST(LoopsToGrids, NoGridForNothing) {
  NEEDS_EMULATOR();
  const Ranges ranges({0, 0, 40, 0}, 5);
  const Outcome run = run_raise(ranges);
  ASSERT_THAT(run.launches, GridsFit(ranges.loops()));
  ASSERT_THAT(run.launches, LaunchCount(1, Child()));
  expect_something_raised(run, ranges);
  EXPECT_THAT(run.launches, RaisesOneElementAThread());
}

}  // namespace
