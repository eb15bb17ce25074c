// What the tasks run: ranges, rows of a matrix and rounds, whose results are those of the serial
// loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "02-loops-to-grids/loops.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/warp_operations.h"

namespace checks {

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

inline Outcome run_raise(const Ranges& r) {
  return EXERCISE(raise_all, inout(r.values), r.size(), input(r.starts), input(r.ends),
                  input(r.gains), r.count());
}

// Children raise the elements, whatever their kernel is called.
inline WroteResult RaisedByChildren() {
  return WroteResult(0).of("raise_ranges").without_host_values();
}

// Of a check of launches, whose children might be for show. WroteResult does not ask about elements
// that hold what they held before, so that it would hold where no element has been raised.
inline Refusal why_nothing_raised(const Outcome& run, const Ranges& ranges) {
  if (!std::ranges::equal(run.result<int>(0), ranges.values)) return {};
  return because("no element of values[] has been raised: the grids that were launched do nothing");
}

inline void expect_something_raised(const Outcome& run, const Ranges& ranges) {
  EXPECT_THAT(run, Judged("raises something",
                          [&](const Outcome& r) { return why_nothing_raised(r, ranges); }));
  EXPECT_THAT(run, RaisedByChildren().somewhere());
}

// The elements of a range are raised side by side: a thread of its child for each.
inline LaunchesMatcher RaisesOneElementAThread() {
  constexpr std::int64_t kOneElement = 8000;
  return NoPathLongerThan([](const Launch&) { return kOneElement; },
                          "Each thread of a child raises one element of its own range, and the "
                          "parent's threads only launch");
}

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

inline Outcome run_multiply(const Matrix& m, int threshold) {
  return EXERCISE(multiply, output<int>(m.rows()), input(m.row_begin), input(m.columns),
                  input(m.entries), m.rows(), input(m.x), m.width(), threshold);
}

// A sum of 0 may be there already, and a thread may add its own 0 to what the child has added: so
// any grid.
inline WroteResult AddedUpByGrids(const Matrix& m) {
  return WroteResult(0).where([&m](int row) { return m.product(row) != 0; });
}

// A thread adds up the short row that is its own, and one of a child has one entry.
inline LaunchesMatcher AddsOneRowAThread(const Matrix& m, int threshold) {
  constexpr std::int64_t kOnePart = 12000, kEntry = 2500;
  std::int64_t longest = 0;
  const Loops rows = m.loops(threshold);
  for (int r = 0; r < m.rows(); ++r) {
    if (!rows.wants_grid(r)) longest = std::max<std::int64_t>(longest, rows.lengths[r]);
  }
  return NoPathLongerThan(
      [longest](const Launch& launch) {
        return kOnePart + (launch.from_host() ? kEntry * longest : 0);
      },
      "A thread of the parent adds up its own row if it is short; a thread of a child takes one "
      "entry of a long row");
}

using Count = unsigned long long;

inline Outcome run_rounds(int threads, int rounds, int steps) {
  return EXERCISE(count_in_rounds, output<Count>(1), threads, rounds, steps);
}

// How often threads did what a step can be counted by: an atomic operation, telling the others of
// their warp or block, or asking who of it is here.
inline long long times_counted(const Outcome& run) {
  long long times = 0;
  for (const ApiCall& call : run.device_calls) {
    const bool counts = call.name.starts_with("atomic") || call.name.starts_with("cuda::") ||
                        operation_of(call) != Operation::kOther;
    if (counts) times += call.count;
  }
  return times;
}

// Every step is counted by its thread; a grid in which one thread adds `steps` has counted none.
inline Refusal why_steps_not_counted(const Outcome& run, std::uint32_t grids, int steps,
                                     std::uint32_t atomics) {
  const long long wanted = static_cast<long long>(grids) * steps;
  if (std::max<long long>(times_counted(run), atomics) >= wanted) return {};
  const Launch* child = nullptr;
  for (const Launch& l : run.launches) {
    if (child == nullptr && !l.from_host()) child = &l;
  }
  return refusal_at(
      child,
      "{} of {} must be counted, but there were only {} in all. Each step has its own thread, "
      "which counts it by an atomic operation, or by a vote or a sum of its warp or block. A "
      "thread that adds `steps` at once has counted none of them",
      counted(grids, "grid", "grids"), counted(steps, "step", "steps"),
      counted(std::max<long long>(times_counted(run), atomics),
              "atomic operation, vote or sum of a thread",
              "atomic operations, votes and sums of threads"));
}

// On global memory.
inline std::uint32_t atomics_of_children(const Outcome& run) {
  std::uint32_t atomics = 0;
  for (const ReadByThreads& of : run.read_by_threads) {
    const Launch* const by = run.launches.find(of.reader);
    if (by != nullptr && !by->from_host()) atomics += of.atomics;
  }
  return atomics;
}

// Who counts in a grid must be atomic, once a grid at least: `grids` is how many there are, of
// `steps` steps each.
inline ReportMatcher CountsInChildren(std::uint32_t grids, int steps) {
  return {"counts in children", [grids, steps](const Outcome& run) -> Refusal {
            const std::uint32_t atomics = atomics_of_children(run);
            if (atomics >= grids) return why_steps_not_counted(run, grids, steps, atomics);
            return because(
                "{} for the rounds do {} on *counter: the grid of each round must count the "
                "steps of that round, and it shares the counter with other grids",
                counted(grids, "grid", "grids"),
                counted(atomics, "atomic operation", "atomic operations"));
          }};
}

// Each step by an atomic operation of its own, on whatever memory.
inline bool counts_by_atomics(const Outcome& run, long long steps) {
  long long times = 0;
  for (const ApiCall& call : run.device_calls)
    times += is_atomic(call) || call.name.starts_with("cuda::") ? call.count : 0;
  return std::max<long long>(times, atomics_of_children(run)) >= steps;
}

// Where steps are counted by votes and sums of warps or blocks, the total is too small if these
// tell too little. That of a program which knows it otherwise is not.
inline void expect_votes_to_count(const Outcome& right, int threads, int rounds, int steps) {
  if (!right.launches.known() || steps == 0 ||
      counts_by_atomics(right, static_cast<long long>(threads) * rounds * steps))
    return;
  const FaultyVotes faulty;
  const Outcome run = run_rounds(threads, rounds, steps);
  EXPECT_THAT(run, Judged("counts what threads tell", [&](const Outcome& other) -> Refusal {
                const bool is_same =
                    other.finished() && other.result<Count>(0)[0] == right.result<Count>(0)[0];
                if (!is_same) return {};
                return because(
                    "with votes and sums that leave out a thread, *counter still becomes {}: "
                    "nothing is counted by them. Each step has its own thread, which counts it "
                    "by an atomic operation, or by a vote or a sum of its warp or block whose "
                    "result is what is added",
                    other.result<Count>(0)[0]);
              }));
}

}  // namespace checks
