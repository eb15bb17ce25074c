// Lines of lesson 11, and what they should look like.
//
// All points are compared with the formula, computed here in double. The lines bend so that no
// count is close to the next one: device and host may differ in the last bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"

namespace checks {

using namespace harness;

constexpr int kLinesOfBlock = 64;
constexpr int kManySlots = 2048;
constexpr int kWarp = 32;         // threads for a line
constexpr int kLinesOfChild = 8;  // in a block of draw_lines: a warp for each

inline int blocks_of(int n) { return (n + kLinesOfBlock - 1) / kLinesOfBlock; }

/// A line of length `length` that needs `points` points, from (x, y) on, at an angle.
inline Line bent_line(float x, float y, float length, int points) {
  const float off = (points + 0.5f) / 16 * length, dx = 0.6f * length, dy = 0.8f * length;
  return {{x, y}, {x + 0.5f * dx - 0.8f * off, y + 0.5f * dy + 0.6f * off}, {x + dx, y + dy}};
}

/// Of every number of points, neighbors of different ones; some are straight, some are very sharp.
inline std::vector<Line> some_lines(int n) {
  std::vector<Line> lines(n);
  for (int i = 0; i < n; ++i) {
    const int points = i % 17 == 5 ? 0 : i % 19 == 7 ? 100 : 4 + (i * 11 + i / 64) % 28;
    lines[i] = bent_line(static_cast<float>(i % 50), static_cast<float>(i / 50),
                         1 + 0.25f * static_cast<float>(i % 3), points);
  }
  return lines;
}

/// Dots, closed lines, lines on a line, the same line again, and what is not a number.
inline std::vector<Line> strange_lines() {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Line twice = bent_line(1, 2, 3, 17);
  std::vector<Line> lines = {
      {{3, 4}, {3, 4}, {3, 4}},     // a dot
      {{0, 0}, {1, 2}, {0, 0}},     // ends where it begins: a length of 0
      {{0, 0}, {0.5f, 0}, {1, 0}},  // straight
      {{5, 5}, {5, 5}, {6, 6}},     // two of three in one spot
      twice,
      twice,
      {{kNan, 0}, {1, 1}, {2, 0}},
      {{0, 0}, {1, kNan}, {2, 0}},
      {{0, 0}, {kInfinity, 1}, {2, 0}},
      {{-kInfinity, 0}, {1, 1}, {2, 0}},
      {{0, 0}, {0, 0}, {0, 0}},  // a dot at 0
      {{-1e30f, 0}, {0, 3e30f}, {1e30f, 0}},
  };
  while (lines.size() < 80) lines.push_back({{7, 8}, {7, 8}, {7, 8}});  // a whole block of dots
  return lines;
}

inline bool is_dot(const Line& l) {
  return l.a.x == l.b.x && l.a.y == l.b.y && l.b.x == l.c.x && l.b.y == l.c.y;
}

inline int points_wanted(const Line& l) {
  if (is_dot(l)) return 1;
  const double off =
      std::hypot(l.b.x - (1.0 * l.a.x + l.c.x) / 2, l.b.y - (1.0 * l.a.y + l.c.y) / 2);
  const double wanted = 16 * off / std::hypot(1.0 * l.c.x - l.a.x, 1.0 * l.c.y - l.a.y);
  if (std::isnan(wanted)) return kFewestPoints;
  return static_cast<int>(std::clamp<double>(wanted, kFewestPoints, kMostPoints));
}

struct Exact {
  double x, y;
};

inline Exact on_curve(const Line& l, double u) {
  const double wa = (1 - u) * (1 - u), wb = 2 * u * (1 - u), wc = u * u;
  return {wa * l.a.x + wb * l.b.x + wc * l.c.x, wa * l.a.y + wb * l.b.y + wc * l.c.y};
}

inline double u_of(int i, int count) { return count > 1 ? i / (count - 1.0) : 0; }

/// A coordinate that is no finite number may be anything that is none.
inline bool is_near(float value, double wanted) {
  if (!std::isfinite(wanted)) return !std::isfinite(value);
  return std::abs(value - wanted) <= 1e-4 * (1 + std::abs(wanted));
}

inline bool is_near(const Point& place, const Exact& wanted) {
  return is_near(place.x, wanted.x) && is_near(place.y, wanted.y);
}

inline bool is_undrawn(const Point& place) { return place.x == kUndrawn && place.y == kUndrawn; }

}  // namespace checks
