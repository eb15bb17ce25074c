// What is wrong with a drawing: each line has its points, once, whoever draws it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "11-bezier/lines.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace checks {

/// What a run drew, and what it should have drawn.
struct Drawn {
  const Outcome& run;
  const std::vector<Line>& lines;

  int size() const { return static_cast<int>(lines.size()); }
  int count(int line) const { return run.result<int>(1)[line]; }
  Point place(int line, int i) const { return run.result<Point>(0)[line * kMostPoints + i]; }
};

/// Words when all wrong counts are those of the line that `of` picks instead; else none.
template <typename Of>
std::string all_are_of(const Drawn& d, Of of, const std::string& words) {
  for (int i = 0; i < d.size(); ++i) {
    const int wanted = points_wanted(d.lines[i]);
    if (d.count(i) != wanted && d.count(i) != points_wanted(d.lines[of(i)])) return {};
  }
  return words;
}

inline std::string where_counts_come_from(const Drawn& d) {
  const std::string block = all_are_of(
      d, [](int i) { return i / kLinesOfBlock; },
      "all wrong counts are those of line blockIdx.x: each thread has its own line, and the line's "
      "number is the thread's number in the grid");
  if (!block.empty()) return block;
  return all_are_of(
      d, [](int i) { return i % kLinesOfBlock; },
      "all wrong counts are those of line threadIdx.x: each block has its own lines, and a line's "
      "number is the thread's number in the grid");
}

inline std::string why_wrong_count(const Drawn& d) {
  for (int i = 0; i < d.size(); ++i) {
    const int wanted = points_wanted(d.lines[i]), count = d.count(i);
    if (count == wanted) continue;
    std::string why =
        fmt::format("counts[{}] is {}; line {} bends enough for {} points", i, count, i, wanted);
    if (is_dot(d.lines[i]))
      why = fmt::format("counts[{}] is {}; line {} is a dot, which has one point", i, count, i);
    if (count == 0) return why + "; 0 was there before, so no thread has counted its points";
    const std::string from = where_counts_come_from(d);
    return from.empty() ? why : why + "\n" + from;
  }
  return {};
}

inline std::string words_of(float number) {
  return std::isnan(number) ? "NaN" : fmt::format("{:.6g}", number);
}

inline std::string words_of(const Point& p) {
  return fmt::format("({}, {})", words_of(p.x), words_of(p.y));
}

inline std::string why_wrong_point(const Drawn& d, int line, int i) {
  const int count = d.count(line);
  const Point place = d.place(line, i);
  const Exact wanted = on_curve(d.lines[line], u_of(i, count));
  const std::string where = fmt::format("point {} of {} of line {}", i, count, line);
  if (is_undrawn(place)) return where + " was never drawn";
  const std::string why = fmt::format("{} is {}; it should be ({:.6g}, {:.6g})", where,
                                      words_of(place), wanted.x, wanted.y);
  if (count == 1 && std::isnan(place.x))
    return why + ": with one point, count - 1 is 0, and 0 / 0 is not a number; its u must be 0";
  if (i > 0 && is_near(place, on_curve(d.lines[line], 1.0 * i / count)))
    return why + fmt::format(
                     ": {} points have {} steps between them, so the last point is at the end of "
                     "the curve, u = 1",
                     count, count - 1);
  if (is_near(place, on_curve(d.lines[line / kLinesOfBlock], u_of(i, count))))
    return why +
           fmt::format(": that is a point of line {}, whose number is that of the thread's block",
                       line / kLinesOfBlock);
  return why;
}

inline std::string why_wrong_line(const Drawn& d, int line) {
  const int count = d.count(line);
  for (int i = 0; i < count; ++i) {
    if (!is_undrawn(d.place(line, i)) &&
        is_near(d.place(line, i), on_curve(d.lines[line], u_of(i, count))))
      continue;
    return why_wrong_point(d, line, i);
  }
  for (int i = count; i < kMostPoints; ++i) {
    if (is_undrawn(d.place(line, i))) continue;
    return fmt::format("line {} has {} points, 0 to {}, but {} was written after them, at index {}",
                       line, count, count - 1, words_of(d.place(line, i)), i);
  }
  return {};
}

inline bool is_by_block(const Launch& launch, int block) {
  return !launch.from_host() && launch.parent_block.x == block;
}

/// Whether there was that block, and it has launched nothing.
inline bool has_launched_nothing(const Launches& launches, int block) {
  const auto is_own = [block](const Launch& l) { return is_by_block(l, block); };
  const auto has_block = [block](const Launch& l) { return l.from_host() && l.grid.x > block; };
  return std::ranges::any_of(launches, has_block) && std::ranges::none_of(launches, is_own) &&
         std::ranges::none_of(launches.refused(), is_own);
}

/// Words about a block that has launched nothing, where children are to draw; else none.
inline std::string why_not_launched(const Outcome& run, int block, int lines) {
  const bool by_children = run.entry_point != "draw_flat" && run.entry_point != "draw_serially";
  if (!by_children || !run.launches.known() || !has_launched_nothing(run.launches, block))
    return {};
  const int first = block * kLinesOfBlock, last = std::min(lines, first + kLinesOfBlock) - 1;
  return fmt::format(
      "\nblock {}, with lines {} to {}, launched nothing: which of its threads should launch, and "
      "has that thread returned before the launch?",
      block, first, last);
}

/// Words when only lines of a last block that is not full are wrong, `first` being the first of
/// them.
inline std::string where_wrong_lines_are(int first, int lines) {
  const int begin = lines / kLinesOfBlock * kLinesOfBlock;
  if (begin == 0 || first < begin) return {};
  return fmt::format(
      "\nall of them belong to the last block, which has only {} lines: was a number of lines or "
      "blocks rounded down that must be rounded up?",
      lines - begin);
}

/// Words when the wrong lines are those of the second warp of their blocks, whole warps; else none.
inline std::string which_warp(const std::vector<int>& wrong) {
  const auto is_second = [](int line) { return line % kLinesOfBlock >= kWarp; };
  if (std::ssize(wrong) < kWarp || !std::ranges::all_of(wrong, is_second)) return {};
  return fmt::format(
      "\nall of them are lines of the threads {} to {} of their blocks, the second warp", kWarp,
      kLinesOfBlock - 1);
}

inline std::string why_these_lines(const Drawn& d, const std::vector<int>& wrong) {
  const std::string not_launched = why_not_launched(d.run, wrong[0] / kLinesOfBlock, d.size());
  const std::string where =
      not_launched.empty() ? where_wrong_lines_are(wrong[0], d.size()) : not_launched;
  return where.empty() ? which_warp(wrong) : where;
}

inline Refusal why_wrong_drawing(const Drawn& d) {
  const std::string count = why_wrong_count(d);
  if (!count.empty()) return because(count);
  std::string first;
  std::vector<int> wrong;
  for (int line = 0; line < d.size(); ++line) {
    const std::string why = why_wrong_line(d, line);
    if (why.empty()) continue;
    if (wrong.empty()) first = why;
    wrong.push_back(line);
  }
  if (wrong.empty()) return {};
  return because("{}\n{} of {} lines are wrong, the last of them is line {}{}", first, wrong.size(),
                 d.size(), wrong.back(), why_these_lines(d, wrong));
}

inline Judged Draws(const std::vector<Line>& lines) {
  return {"draws every line", [&lines](const Outcome& run) {
            return why_wrong_drawing({run, lines});
          }};
}

/// What a launching thread was to write for its block, and did not, since it never came there.
inline Refusal why_unwritten(const Outcome& run, int lines) {
  const auto found = std::ranges::find(run.diagnostics, "uninitialized", &Diagnostic::rule);
  if (found == run.diagnostics.end() || !is_in_shared_memory(*found)) return {};
  for (int block = 0; block < blocks_of(lines); ++block) {
    const std::string why = why_not_launched(run, block, lines);
    if (!why.empty()) return refusal_at(*found, Cause::kOrder, found->message + why);
  }
  return {};
}

inline Judged HearsOfTheLaunch(const std::vector<Line>& lines) {
  return {"checks the launch", [&lines](const Outcome& run) {
            return why_unwritten(run, static_cast<int>(lines.size()));
          }};
}

/// Grids that draw by draw_points, for each task: those that do if no launch is refused, then those
/// that may. Of `flat` it is not asked: g++ writes what `to[i] = c ? on_curve(…) : Point{…}` gets
/// from on_curve without a hook, over what the host has put there; its counts are ints.
inline const WroteResult kChildren =
    WroteResult(0, "draw_line").or_by("collect").launched_anywhere();
inline const WroteResult kChildrenOrParents = kChildren.or_by("child_per_line").launched_anywhere();
inline const WroteResult kBeside(0, "draw_line");
inline const WroteResult kBesideOrParents = kBeside.or_by("child_beside_child").launched_anywhere();
inline const WroteResult kBlocks(0, "draw_lines");
inline const WroteResult kBlocksOrParents = kBlocks.or_by("child_per_block").launched_anywhere();

/// They have written all points of these lines; what is behind the points comes from the host.
inline WroteResult DrewAll(const WroteResult& grids, const std::vector<Line>& lines) {
  return grids.without_host_values().where([&lines](int place) {
    return place % kMostPoints < points_wanted(lines[place / kMostPoints]);
  });
}

/// Cycles of a kernel that draws, a thread a point.
constexpr std::int64_t kPath = 15000;

/// What threads share, one of them does not do: kLine is for a kernel that draws and whose grid has
/// one line, kCollecting for one whose threads copy a line each. Who launches may draw what is
/// refused.
inline LaunchesMatcher SharesTheDrawing() {
  constexpr std::int64_t kLine = 6000, kCollecting = 150000;
  return NoPathLongerThan(
      [](const Launch& launch) {
        if (launch.kernel == "collect") return kCollecting;
        if (launch.kernel == "draw_line") return kLine;
        const bool is_drawing = launch.kernel.starts_with("draw_line") || launch.kernel == "flat";
        return is_drawing ? kPath : kNoMost;
      },
      "The threads of flat, draw_line and draw_lines share a line's points, one point per thread, "
      "and each thread of collect has one line");
}

/// Of a grid of any name, where there should be flat only.
inline LaunchesMatcher DrawsAPointAThread() {
  return NoPathLongerThan([](const Launch&) { return kPath; },
                          "A block draws one line, and its threads share the points");
}

inline int points_of(const std::vector<Line>& lines) {
  int points = 0;
  for (const Line& line : lines) points += points_wanted(line);
  return points;
}

/// Where no launch is refused, children draw every point on the heap, and it is copied from there.
inline ReportMatcher CollectsWhatChildrenDrew(const std::vector<Line>& lines) {
  constexpr std::size_t kWordsPerPoint = sizeof(Point) / sizeof(float);
  return ReadsInHostGrids("", "draw_line", kWordsPerPoint * points_of(lines));
}

inline void expect_drawn(const Outcome& run, const std::vector<Line>& lines) {
  ASSERT_THAT(run, HearsOfTheLaunch(lines)) << "with n = " << lines.size();
  ASSERT_THAT(run, FinishedCleanly()) << "with n = " << lines.size();
  ASSERT_THAT(run, ReturnsNoError()) << "with n = " << lines.size();
  ASSERT_THAT(run, Draws(lines)) << "with n = " << lines.size();
  ASSERT_THAT(run, WroteResult(1)) << "with n = " << lines.size();
}

inline void expect_drawn_by(const WroteResult& grids, const Outcome& run,
                            const std::vector<Line>& lines) {
  ASSERT_NO_FATAL_FAILURE(expect_drawn(run, lines));
  ASSERT_THAT(run, DrewAll(grids, lines)) << "with n = " << lines.size();
  ASSERT_THAT(run.launches, SharesTheDrawing()) << "with n = " << lines.size();
}

/// Runs `draw` with lines of all kinds, of numbers that blocks divide and do not; and with none.
template <typename Draw>
void expect_every_line_drawn(Draw draw, const WroteResult& grids) {
  for (const auto& lines :
       {some_lines(100), some_lines(64), strange_lines(), some_lines(1), some_lines(0)}) {
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(grids, draw(lines), lines));
  }
}

}  // namespace checks
