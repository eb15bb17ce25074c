// expect_drawn_by_children(run, flat): what is inside squares is drawn by the grids that are
// launched for it. A block that draws its square itself, and launches grids that draw nothing, has
// the right picture and the right launches.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "14-mandelbrot/pictures.h"

namespace checks {

// So many pixels at most are inside of the squares whose launches were refused: their blocks draw
// those.
inline int most_pixels_refused(const Launches& launches) {
  int pixels = 0;
  for (const Launch& l : launches.refused()) {
    const Launch* const parent = launches.find(l.parent);
    const int side = kFirst >> (parent == nullptr ? 0 : std::min(parent->depth, 6));
    pixels += l.kernel == "squares" ? side * side : static_cast<int>(l.grid.x) * kBlock;
  }
  return pixels;
}

// Whether grids of `kernel` may have written each pixel.
inline std::vector<bool> written_by(const Outcome& run, const std::string& kernel,
                                    std::size_t pixels) {
  std::vector<bool> written(pixels);
  for (const ElementsWritten& some : run.writers) {
    const Launch* const writer = run.launches.find(some.launch);
    const bool is_its = some.by == ElementsWritten::By::kGrid && writer != nullptr &&
                        Child(kernel).matches(*writer);
    for (std::size_t i = 0; some.array == 0 && is_its && i < some.count; ++i)
      if (some.first + i < pixels) written[some.first + i] = true;
  }
  return written;
}

// Whoever launches other grids is told so by FillLeafOrSplit.
inline bool launches_as_planned(const Launches& launches, const Plan& plan) {
  const auto count = [&](const char* kernel) {
    return std::ranges::count_if(launches,
                                 [&](const Launch& l) { return Child(kernel).matches(l); });
  };
  return count("fill") == plan.fills && count("leaf") == plan.leaves;
}

inline Refusal why_not_by_children(const Outcome& run, const Flat& flat) {
  if (!run.launches.known()) return {};
  if (run.launches.refused().empty() && !launches_as_planned(run.launches, flat.plan)) return {};
  const std::size_t pixels = flat.plan.parts.size();
  const std::vector<bool> by_fill = written_by(run, "fill", pixels),
                          by_leaf = written_by(run, "leaf", pixels);
  int all = 0, otherwise = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    if (flat.plan.parts[i] == Part::kLine) continue;
    ++all;
    otherwise += (flat.plan.parts[i] == Part::kFill ? by_fill : by_leaf)[i] ? 0 : 1;
  }
  const int may = most_pixels_refused(run.launches);
  if (otherwise <= may) return {};
  return because(
      Cause::kValue,
      "of {} pixels inside squares that are filled or are leaves, fill and leaf have written {}; "
      "{} launches were refused. A square launches the grid that draws what is inside of it: fill "
      "or leaf for this square. Its block draws that itself only if the launch was refused",
      all, all - otherwise, run.launches.refused().size());
}

inline void expect_drawn_by_children(const Outcome& run, const Flat& flat) {
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by_squares(run, flat));
  ASSERT_THAT(run, ReportMatcher("has children draw what is inside", [&flat](const Outcome& drawn) {
                return why_not_by_children(drawn, flat);
              }));
}

}  // namespace checks
