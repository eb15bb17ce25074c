// See segments.h.
#include "report/segments.h"

#include <algorithm>
#include <cmath>

#include "card/numbers.h"
#include "report/costs.h"

namespace emu::report {
namespace {

constexpr std::size_t kMostSegments = 4096;

/// Makes segments of blocks that have `neighbors` on their multiprocessor, themselves included.
struct Cutter {
  double neighbors;

  Segment operator()(std::uint32_t count, double cycles, double issued,
                     std::uint32_t launcher) const {
    const double share = std::max(1.0, neighbors * costs::kHeldUpByNeighbors);
    const double longest = std::max(cycles, issued / card::kIssuesPerCycle * share);
    return {count, longest, longest > 0 ? issued / longest : 0, launcher};
  }

  /// The same for blocks of a run, with its marks, which are stretched as its cycles are.
  Segment operator()(std::uint32_t count, const BlockRun& run, std::uint32_t launcher) const {
    const auto cycles = static_cast<double>(run.cycles);
    Segment segment = (*this)(count, cycles, static_cast<double>(run.issued), launcher);
    const auto stretched = [&](std::uint64_t mark) {
      if (mark == EarlyMarks::kNever || run.cycles == 0) return -1.0;
      return std::min(1.0, static_cast<double>(mark) / cycles) * segment.cycles;
    };
    segment.trigger = stretched(run.marks.trigger);
    segment.wait = stretched(run.marks.wait);
    return segment;
  }
};

std::vector<BlockRun> in_order(const BlockWork& work, std::uint64_t blocks) {
  std::vector<BlockRun> runs = work.runs;
  if (runs.empty()) runs.push_back({0, static_cast<std::uint32_t>(blocks), 0, 0});
  const auto by_index = [](const BlockRun& a, const BlockRun& b) { return a.first < b.first; };
  if (!std::is_sorted(runs.begin(), runs.end(), by_index)) {
    std::sort(runs.begin(), runs.end(), by_index);
  }
  return runs;
}

/// The later of two; none where one of them has none.
double joined_mark(double one, double other) {
  return one < 0 || other < 0 ? -1 : std::max(one, other);
}

/// Joins neighbors so that a few thousand segments remain, with the mean of their work.
void smooth(std::vector<Segment>& segments) {
  const std::size_t group = segments.size() / kMostSegments + 1;
  std::vector<Segment> smoothed;
  std::size_t in_group = group;
  for (const Segment& s : segments) {
    const bool alone = s.launcher != kNone;
    if (alone || in_group == group || smoothed.back().launcher != kNone) {
      smoothed.push_back(s);
      in_group = 1;
      continue;
    }
    Segment& last = smoothed.back();
    const double cycles = last.cycles * last.count + s.cycles * s.count;
    const double issued = last.cycles * last.count * last.demand + s.cycles * s.count * s.demand;
    last.count += s.count;
    last.cycles = cycles / last.count;
    last.demand = cycles > 0 ? issued / cycles : 0;
    last.trigger = joined_mark(last.trigger, s.trigger);
    last.wait = joined_mark(last.wait, s.wait);
    ++in_group;
  }
  segments = std::move(smoothed);
}

}  // namespace

std::vector<Segment> cut(const BlockWork& work, std::uint64_t blocks,
                         std::span<const LaunchingBlock> launching, double neighbors) {
  const Cutter segment{neighbors};
  std::vector<Segment> segments;
  std::uint32_t next = 0;
  const auto left_no_work = [&] {
    segments.push_back(segment(1, static_cast<double>(launching[next].last_cycles), 0, next));
    ++next;
  };
  for (const BlockRun& run : in_order(work, blocks)) {
    std::uint32_t at = run.first;
    const std::uint32_t end = run.first + run.count;
    while (next < launching.size() && launching[next].block < end) {
      if (launching[next].block < at) {
        left_no_work();
        continue;
      }
      if (launching[next].block > at) {
        segments.push_back(segment(launching[next].block - at, run, kNone));
      }
      segments.push_back(segment(1, run, next));
      at = launching[next++].block + 1;
    }
    if (at < end) segments.push_back(segment(end - at, run, kNone));
  }
  while (next < launching.size()) left_no_work();
  if (segments.size() > kMostSegments) smooth(segments);
  return segments;
}

}  // namespace emu::report
