// Pictures of lesson 14, each compared with the flat one of the same view. They are small: one of
// 76 pixels at the set's edge has squares of all levels, some filled on each.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "14-mandelbrot/plan.h"
#include "shared/judged.h"

namespace checks {

constexpr View kWholeSet{-1.5f, -1.0f, 2.0f}, kEdge{-0.9f, 0.0f, 0.5f};
// Wholly inside the set, wholly outside, and nowhere.
inline const View kInside{-0.2f, -0.1f, 0.2f}, kOutside{3, 3, 1},
    kNowhere{std::numeric_limits<float>::quiet_NaN(), 0, 1};

// Until |z|² is `far` or more.
inline int steps_of(double re, double im, int most, double far = 4) {
  double a = re, b = im;
  int steps = 0;
  while (steps < most && a * a + b * b < far) {
    const double next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
    ++steps;
  }
  return steps;
}

inline Outcome run_flat(View view, int side, int most) {
  const int pixels = side * side;
  return EXERCISE(flat_picture, output<int>(pixels), output<long long>(1), view, side, most);
}

inline Outcome run_recursive(View view, int side, int most, int pool = kPool) {
  const int pixels = side * side;
  return EXERCISE(recursive_picture, output<int>(pixels), output<long long>(1), output<int>(1),
                  view, side, most, pool);
}

inline Outcome run_levels(View view, int side, int most) {
  const int pixels = side * side;
  return EXERCISE(level_picture, output<int>(pixels), output<long long>(1), view, side, most);
}

inline std::vector<int> dwells_of(const Outcome& run) {
  const auto dwells = run.result<int>(0);
  std::vector<int> copy;
  for (std::size_t i = 0; i < dwells.size(); ++i) copy.push_back(dwells[i]);
  return copy;
}

// The flat picture, what it took, and what squares take.
struct Flat {
  View view;
  int side, most;
  Outcome run;
  std::vector<int> dwells;
  long long steps = 0;
  Plan plan;

  bool is_of(const View& other, int other_side, int other_most) const {
    return side == other_side && most == other_most &&
           std::memcmp(&view, &other, sizeof view) == 0;  // a View may be of no numbers
  }
};

// Drawn once for all schedules: FlatPictureIsRight draws one under each.
inline const Flat& flat_of(const View& view, int side, int most) {
  static std::deque<Flat> drawn;
  for (const Flat& flat : drawn) {
    if (flat.is_of(view, side, most)) return flat;
  }
  Flat flat{view, side, most, run_flat(view, side, most), {}, 0, {}};
  if (flat.run.finished()) {
    flat.dwells = dwells_of(flat.run);
    flat.steps = flat.run.result<long long>(1)[0];
    flat.plan = Planner(flat.dwells, side).plan();
  }
  return drawn.emplace_back(std::move(flat));
}

inline std::string pixel_name(int i, int side) {
  return fmt::format("dwells[{}][{}]", i / side, i % side);
}

// At most one pixel in 500 may differ, where a filament passes a border between two pixels.
inline Refusal why_unlike(const Flat& flat, std::span<const int> dwells) {
  int unset = 0, wrong = 0, first_unset = -1, first_wrong = -1;
  for (int i = 0; i < static_cast<int>(dwells.size()); ++i) {
    if (dwells[i] == flat.dwells[i]) continue;
    int& first = dwells[i] == -1 ? first_unset : first_wrong;
    if (first < 0) first = i;
    ++(dwells[i] == -1 ? unset : wrong);
  }
  if (unset > 0) {
    return because(
        "in a picture of {} × {} pixels, {} were not written; the first of them is {}. Which block "
        "fills or computes the inside of the square around it, or the line between parts that it "
        "is on?",
        flat.side, flat.side, unset, pixel_name(first_unset, flat.side));
  }
  if (wrong * 500 <= static_cast<int>(dwells.size())) return {};
  return because(
      "{} of {} pixels differ from the flat picture, more than one in 500; the first of them, {}, "
      "is {} and should be {}. Is a square filled though its border has several dwells?",
      wrong, dwells.size(), pixel_name(first_wrong, flat.side), dwells[first_wrong],
      flat.dwells[first_wrong]);
}

inline Judged LooksLike(const Flat& flat) {
  return {"looks like the flat picture",
          [&flat](const Outcome& run) { return why_unlike(flat, dwells_of(run)); }};
}

// The steps are those of lines and leaves, give or take the rounding of a card.
inline Refusal why_other_steps(const Flat& flat, long long steps) {
  const long long planned = flat.plan.steps, spare = planned / 200;
  if (steps > planned + spare) {
    return because(
        "a picture of {0} × {0} pixels took {1} steps, where lines and leaves need {2} (and all "
        "pixels {3}): a pixel is computed more than once, or a square that could be filled or "
        "split is computed",
        flat.side, steps, planned, flat.steps);
  }
  if (steps >= planned - spare) return {};
  return because(
      "a picture of {0} × {0} pixels took {1} steps, but its lines and leaves alone need {2}: "
      "pixels are filled that must be computed",
      flat.side, steps, planned);
}

inline Judged TakesStepsOfLinesAndLeaves(const Flat& flat) {
  return {"computes lines and leaves only", [&flat](const Outcome& run) {
            return why_other_steps(flat, run.result<long long>(1)[0]);
          }};
}

inline Judged TakesSteps() {
  return {"takes steps", [](const Outcome& run) -> Refusal {
            if (run.result<long long>(1)[0] > 0) return {};
            return because("no pixel takes a step: write the escape time (task 1) first");
          }};
}

// Grids wrote the pixels, and took the steps; that none was taken may be as a memset left it.
inline void expect_drawn_by(const WroteResult& grids, const Outcome& run) {
  const bool is_any = run.result<long long>(1)[0] != 0;
  ASSERT_THAT(run, grids.without_host_values());
  ASSERT_THAT(run, WroteResult(1).where([is_any](int) { return is_any; }));
}

// Kernels that draw all that is asked about here; other kernels may help, but where the launches of
// all kernels are counted.
inline const WroteResult kFlatDrew = WroteResult(0, "each_pixel").launched_anywhere();
inline const WroteResult kGridsDrew(0);
inline const WroteResult kSquaresDrew =
    WroteResult(0, "squares").launched_anywhere().or_by("fill").or_by("leaf");

// Squares look at lines only, so of what other grids of the host have written they read the first
// lines, a few counts and a list of the first squares. Who reads more has had others draw.
inline Refusal why_drawn_before(const Outcome& run, const Plan& plan) {
  constexpr std::size_t kCounts = 64;
  std::size_t words = 0;
  for (const WordsRead& read : run.reads) {
    const Launch* const writer = run.launches.find(read.writer);
    if (writer == nullptr || !writer->from_host() || writer->kernel.starts_with("squares"))
      continue;
    words += read.words;
  }
  if (words <= plan.first_lines + kCounts) return {};
  return because(
      "squares and the grids that they launch read {} words that other grids of the host have "
      "written, but the first lines are {}: a square, or a grid that it launches, must fill or "
      "compute what is inside",
      words, plan.first_lines);
}

// By squares and what they launch, all but the first lines.
inline void expect_drawn_by_squares(const Outcome& run, const Flat& flat) {
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
  const WroteResult squares = kSquaresDrew.or_by("squares_of_level").launched_anywhere();
  ASSERT_THAT(run, squares.where(
                       [side = flat.side](int pixel) { return !is_on_first_lines(pixel, side); }));
  ASSERT_THAT(run, ReportMatcher("draws inside of squares", [&flat](const Outcome& drawn) {
                return why_drawn_before(drawn, flat.plan);
              }));
}

// Rounding moves a step at the edge of the set, in few pixels.
inline Refusal why_not_the_set(const Outcome& run, const View& view, int side, int most) {
  const auto dwells = run.result<int>(0);
  const double step = view.width / side;
  int other = 0;
  for (int i = 0; i < side * side; ++i) {
    const double re = view.left + step * (i % side), im = view.top + step * (i / side);
    other += dwells[i] != steps_of(re, im, most);
  }
  if (other <= std::max(2, side * side / 50)) return {};
  return because("{} of {} pixels differ from the serial loop's, far more than rounding explains",
                 other, side * side);
}

inline Judged IsTheSet(const View& view, int side, int most) {
  return {"is the set",
          [=](const Outcome& drawn) { return why_not_the_set(drawn, view, side, most); }};
}

// A flat picture of which something can be learnt: others are compared with it, so it must be
// right.
#define FLAT_PICTURE(name, view, side, most)    \
  const Flat& name = flat_of(view, side, most); \
  ASSERT_THAT((name).run, FinishedCleanly());   \
  ASSERT_THAT((name).run, IsTheSet(view, side, most))
#define DWELLS_ARE_THERE(flat) ASSERT_THAT((flat).run, TakesSteps())

}  // namespace checks
