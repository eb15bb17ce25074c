// Points of lesson 12, how many each quadrant has, and the order in which they are listed.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/longest_path.h"

namespace checks {

using Points = std::vector<Point>;

/// Spread over the unit square, and different.
inline Points spread(int n) {
  Points points(n);
  for (int i = 0; i < n; ++i) {
    points[i] = {static_cast<float>(std::fmod(0.5 + i * 0.7548776662, 1.0)),
                 static_cast<float>(std::fmod(0.5 + i * 0.5698402910, 1.0))};
  }
  return points;
}

/// side * side points, each in the middle of its cell.
inline Points lattice(int side) {
  Points points;
  for (int i = 0; i < side * side; ++i)
    points.push_back({(i % side + 0.5f) / side, (i / side + 0.5f) / side});
  return points;
}

/// The corners of all cells of a grid of `cells` times `cells`: all of them on borders.
inline Points corners(int cells) {
  Points points;
  for (int i = 0; i < (cells + 1) * (cells + 1); ++i) {
    points.push_back(
        {static_cast<float>(i % (cells + 1)) / cells, static_cast<float>(i / (cells + 1)) / cells});
  }
  return points;
}

/// What comes out of broken sensors.
inline Points strange() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  Points points = spread(40);
  for (const float x : {kNan, kInf, -kInf, -0.0f, 7.0f, 0.6f}) {
    for (const float y : {kNan, kInf, -kInf, -3.0f, 0.5f}) points.push_back({x, y});
  }
  return points;
}

/// Most of them in one corner, so that some branches are deep and others are not.
inline Points crowded(int n) {
  Points points = spread(n);
  for (int i = 0; i < n; ++i) {
    if (i % 4 != 0) points[i] = {points[i].x * points[i].x / 8, points[i].y / 8};
  }
  return points;
}

inline Points twice(Points points) {
  points.insert(points.end(), points.begin(), points.end());
  return points;
}

inline int quadrant(const Point& p, const Point& center) {
  return (p.x >= center.x ? 1 : 0) + (p.y >= center.y ? 2 : 0);
}

constexpr Point kMiddle = {0.5f, 0.5f};

inline std::string words(const Point& p) { return fmt::format("({}, {})", p.x, p.y); }

/// A block of 64 threads, each of which has every 64th point.
inline LaunchesMatcher SharesThePoints(std::size_t points) {
  constexpr std::int64_t kOnce = 20000, kTurn = 14000;
  return NoPathLongerThan(
      [turns = (static_cast<std::int64_t>(points) + 63) / 64](const Launch&) {
        return kOnce + kTurn * turns;
      },
      "All threads of the block share the points: each counts, and moves, every 64th of them");
}

/// A thread looks at its part of the points, and not at more than four times as many: groups of
/// threads may share them in other ways. Atomics on one word take their turns whoever makes them,
/// so the path alone does not tell whether a few threads do it all. Requires: watch_threads().
inline ReportMatcher LooksAtItsPart(std::size_t points) {
  constexpr std::size_t kWordsOfAPoint = 3;  // its number, x and y
  const std::size_t part = (points + 63) / 64;
  return ReadsOwnData(all_grids(), 4 * kWordsOfAPoint * part + 16,
                      std::numeric_limits<std::size_t>::max(),
                      "all threads of the block share the points, and each counts and moves every "
                      "64th of them");
}

/// After a fault no copy works any more, so what stands in the results is nobody's (R6).
inline bool has_results(const Outcome& run) { return run.finished() && run.cuda_error == 0; }

inline std::vector<int> counts_of(const Points& points) {
  std::vector<int> counts(4);
  for (const Point& p : points) ++counts[quadrant(p, kMiddle)];
  return counts;
}

// The tree is built by what tasks 1 and 2 do, so their races are told before all that they spoil in
// it.
inline Refusal why_it_races(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule == "race") return refusal_at(d, Cause::kOrder, diagnostic_words(d));
  }
  return {};
}

inline const Judged kDoesNotRace = {"does not race", why_it_races};

using Numbers = std::vector<int>;

template <typename T>
std::vector<T> all_of(const Array<T>& array) {
  std::vector<T> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array[i]);
  return values;
}

/// Why `order` is not each of the numbers 0 … n - 1 once; empty if it is.
inline std::string why_not_each_once(const Numbers& order) {
  const int n = static_cast<int>(order.size());
  std::vector<int> times(n);
  int outside = 0, place = 0;
  for (int i = n - 1; i >= 0; --i) {
    const bool is_number = order[i] >= 0 && order[i] < n;
    if (is_number) ++times[order[i]];
    if (!is_number) ++outside, place = i;
  }
  const auto often = std::ranges::find_if(times, [](int t) { return t > 1; });
  const auto never = std::ranges::find(times, 0);
  std::string why;
  const auto add = [&why](const std::string& words) { why += (why.empty() ? "" : "; ") + words; };
  if (outside > 0) {
    add(order[place] == -1
            ? fmt::format("order[{}] was never written, one of {} such elements", place, outside)
            : fmt::format("order[{}] is {}, but there is no such point", place, order[place]));
  }
  if (often != times.end())
    add(fmt::format("point {} is in order {} times", often - times.begin(), *often));
  if (never != times.end()) add(fmt::format("point {} is not in order", never - times.begin()));
  return why;
}

}  // namespace checks
