// Lines drawn by hand, since their launch was refused.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "11-bezier/drawings.h"
#include "shared/refused_launch.h"

namespace checks {

/// Lines whose launch was refused: one for each refusal, or all of its block.
inline int refused_lines(const Outcome& run, int n, bool whole_blocks) {
  int count = 0;
  for (const Launch& l : run.launches.refused()) {
    const int first = l.parent_block.x * kLinesOfBlock;
    count += whole_blocks ? std::min(kLinesOfBlock, n - first) : 1;
  }
  return count;
}

inline ReportMatcher CountsTheRefused(int n, bool whole_blocks) {
  return {
      "counts the lines drawn by hand", [=](const Outcome& run) -> Refusal {
        const int by_hand = run.result<int>(2)[0], lines = refused_lines(run, n, whole_blocks);
        if (by_hand == lines) return {};
        return because(
            "*by_hand is {}, but launches for {} lines were refused: {}", by_hand, lines,
            by_hand > lines
                ? "some line was drawn by its child and also by a thread. Only the error read "
                  "right after the launch tells whether it was refused, and a failed cudaMalloc "
                  "leaves its own error until cudaGetLastError() clears it (R2, R7)"
                : "call draw_by_hand once for each of them");
      }};
}

/// Who knows of a refused launch is a thread of the device.
inline void expect_counted_on_the_device(const Outcome& run) {
  const bool is_any = run.result<int>(2)[0] != 0;
  ASSERT_THAT(run, WroteResult(2).where([is_any](int) { return is_any; }));
}

/// In the first of two calls a launch was refused, in the second none.
inline Judged DrawsNothingByHandAgain() {
  return {"draws nothing by hand again", [](const Outcome& run) -> Refusal {
            const int by_hand = run.result<int>(2)[0];
            const bool is_refused_again =
                run.launches.refused().size() > 1;  // other checks say why
            if (by_hand == 0 || is_refused_again) return {};
            return because(Cause::kCall,
                           "*by_hand is {}, and no launch of this call was refused, only the first "
                           "of the call before: a flag that says that a launch was refused, or "
                           "where a thread must draw, is valid for one call only",
                           by_hand);
          }};
}

/// Draws again after a call of which a launch was refused.
template <typename Draw>
void expect_drawn_again(Draw draw, const WroteResult& grids) {
  const std::vector<Line> lines = some_lines(70);
  const CalledTwice twice;
  const Outcome run = run_refusing(1, [&] { return draw(lines); });
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(grids, run, lines));
  ASSERT_THAT(run, DrawsNothingByHandAgain());
}

/// What became of the refused launches, behind a refusal of the drawing.
inline std::string with_slots(const Outcome& run, int slots, int n, bool whole_blocks) {
  const std::string with = fmt::format("with {} slots in the pool", slots);
  const int by_hand = run.result<int>(2)[0], lines = refused_lines(run, n, whole_blocks);
  if (lines == 0) return with;
  const std::string refused =
      fmt::format("{} {} launches were refused, for {} lines (L2, R3), and *by_hand is {}", with,
                  run.launches.refused().size(), lines, by_hand);
  if (by_hand == lines)
    return refused +
           ": draw_by_hand draws as many points as counts[line] says when it is "
           "called";
  if (by_hand > lines) return refused;
  return refused + (whole_blocks ? ": if the launch of a block is refused, each of its threads "
                                   "must call draw_by_hand for its own line, but only the thread "
                                   "that launched can read the error: let it tell all threads of "
                                   "its block"
                                 : ": the thread whose launch is refused calls draw_by_hand once");
}

constexpr int kLeastSlots = 32;

}  // namespace checks
