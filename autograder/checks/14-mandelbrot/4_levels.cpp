// Checks of lesson 14: the set, borders, squares that launch squares, and levels. The flat picture,
// drawn by the same dwell_of on the same device, is what the others are compared with. Pictures are
// small: one of 76 pixels at the set's edge has squares of all levels, some filled on each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/counted_atomically.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace harness;
using checks::because;
using checks::CountsAtomically;
using checks::Judged;
using checks::microseconds;
using checks::ReturnsNoError;
using checks::TakesAtMost;

constexpr View kWholeSet{-1.5f, -1.0f, 2.0f}, kEdge{-0.9f, 0.0f, 0.5f};
// Wholly inside the set, wholly outside, and nowhere.
const View kInside{-0.2f, -0.1f, 0.2f}, kOutside{3, 3, 1},
    kNowhere{std::numeric_limits<float>::quiet_NaN(), 0, 1};

constexpr int kBlock = 64, kFirst = 64, kSmallest = 8, kSide = 76, kMost = 16, kPool = 2048;
// A picture of one square of side 64, of which five pixels are there: each level has one square.
constexpr int kNarrow = 6;

// ---- Task 1 -------------------------------------------------------------------------------------

// Until |z|² is `far` or more.
int steps_of(double re, double im, int most, double far = 4) {
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

// A picture's dwells as they would be if the old imaginary part were lost too early.
int steps_with_the_new_a(double re, double im, int most) {
  double a = re, b = im;
  int steps = 0;
  while (steps < most && a * a + b * b < 4) {
    a = a * a - b * b + re;
    b = 2 * a * b + im;
    ++steps;
  }
  return steps;
}

// No orbit of these comes near |z|² = 4 but for 2 and -2i, whose squares are exact: however the
// device rounds, the steps are these.
const std::vector<float> kPoints = {0,     0,     1,     0,     -1,    0,    2,    0,     0,
                                    -2,    0.5f,  0,     0.5f,  0.5f,  -1,   0.5f, 0.25f, 0.75f,
                                    -0.5f, 1,     0.75f, -0.5f, 3,     0,    0,    1.5f,  1.25f,
                                    1.0f,  -0.1f, 0.1f,  0.3f,  -0.6f, 1.9f, 0,    0.4f,  0.4f};

Outcome run_points(const std::vector<float>& points, int most) {
  const int n = static_cast<int>(points.size() / 2);
  return EXERCISE(escape_times, output<int>(n), input(points), n, most);
}

// Right of 1/4 the steps on the real line grow as small as 0.0005, 0.0001 and 0.000015, and the
// point leaves all the same. It does so in one long step, so rounding moves no count.
const std::vector<float> kSlowPoints = {0.2505f, 0, 0.2501f, 0, 0.25f + 1.0f / 65536, 0, 0.25f, 0};

TEST(Mandelbrot, EscapeTimes) {
  for (const int most : {50, 1}) {
    const Outcome run = run_points(kPoints, most);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    const auto with = [&](auto&& steps) {
      return [=](int i) { return steps(kPoints[2 * i], kPoints[2 * i + 1], most); };
    };
    ASSERT_THAT(
        run.result<int>(0),
        Elements(with([](double re, double im, int at_most) { return steps_of(re, im, at_most); }))
            .mistaking(with(steps_with_the_new_a),
                       "steps in which the new real part was used for the imaginary one")
            .mistaking(with([](double re, double im, int at_most) {
                         return steps_of(re, im, at_most, 2);
                       }),
                       "steps while |z|² < 2: a point is gone when |z| is 2, so |z|² 4")
            .mistaking(with([](double re, double im, int at_most) {
                         const int steps = steps_of(re, im, at_most);
                         return steps < at_most ? steps + 1 : steps;
                       }),
                       "one step too many: z begins with c, and the |z|² of that counts"))
        << "of the points c = points[2i] + points[2i + 1]·i, with at most " << most << " steps";
    ASSERT_THAT(run, WroteResult(0, "escape_each").launched_anywhere());
  }
  constexpr int kLong = 1000;
  const Outcome slow = run_points(kSlowPoints, kLong);
  ASSERT_THAT(slow, FinishedCleanly());
  ASSERT_THAT(slow.result<int>(0),
              Elements([](int i) {
                return steps_of(kSlowPoints[2 * i], 0, kLong);
              }).mistaking([](int) { return kLong; }, "points that were taken to stay for ever"))
      << "of points a little to the right of 1/4, with at most " << kLong
      << " steps: the steps grow small, and the point still leaves. That z hardly moves does not "
         "mean that it has come to rest; only |z|² and the number of steps end the loop";
  ASSERT_THAT(slow, WroteResult(0, "escape_each").launched_anywhere());
}

TEST(Mandelbrot, NoNumbers) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> points = {kNan,      0,     0,      kNan,      kNan,       kNan,
                                     kInfinity, 0,     0,      kInfinity, -kInfinity, kNan,
                                     1e30f,     1e30f, -3e38f, 3e38f};
  const Outcome run = run_points(points, 40);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements([](int) {
                                    return 0;
                                  }).mistaking([](int) { return 40; }, "points of the set"))
      << "no comparison with NaN is true, so the loop may go on only while |z|² < 4 is true";
  const Outcome none = run_points(kPoints, 0);
  ASSERT_THAT(none.result<int>(0), Elements([](int) { return 0; })) << "with at most 0 steps";
  // Nothing above can fail before anybody has written a line, so:
  const Outcome inside = run_points({0, 0}, 40);
  ASSERT_THAT(inside.result<int>(0), Elements([](int) { return 40; }))
      << "the point 0 never leaves";
  for (const Outcome* each : {&run, &none, &inside})
    ASSERT_THAT(*each, WroteResult(0, "escape_each").launched_anywhere());
}

// ---- Pictures -----------------------------------------------------------------------------------

Outcome run_flat(View view, int side, int most) {
  const int pixels = side * side;
  return EXERCISE(flat_picture, output<int>(pixels), output<long long>(1), view, side, most);
}

Outcome run_recursive(View view, int side, int most, int pool = kPool) {
  const int pixels = side * side;
  return EXERCISE(recursive_picture, output<int>(pixels), output<long long>(1), output<int>(1),
                  view, side, most, pool);
}

Outcome run_levels(View view, int side, int most) {
  const int pixels = side * side;
  return EXERCISE(level_picture, output<int>(pixels), output<long long>(1), view, side, most);
}

std::vector<int> dwells_of(const Outcome& run) {
  const auto dwells = run.result<int>(0);
  std::vector<int> copy;
  for (std::size_t i = 0; i < dwells.size(); ++i) copy.push_back(dwells[i]);
  return copy;
}

// What is to be computed to get a picture by squares, found out from the flat picture.
struct Plan {
  int fills = 0, leaves = 0, splits = 0;
  int fill_blocks = 0, leaf_blocks = 0;  // a thread for each pixel inside
  long long steps = 0;                   // of all lines and leaves
  std::array<int, 4> squares{};          // with something inside or not, of each level
};

class Planner {
 public:
  Planner(std::span<const int> flat, int side) : flat_(flat), side_(side) {
    const int last = side - 1;
    for (int i = 0; i < side * side; ++i) {
      const int x = i % side, y = i / side;
      if (x % kFirst == 0 || y % kFirst == 0 || x == last || y == last) plan_.steps += flat[i];
    }
    if (side > 1) divide({0, 0, last, last}, kFirst, 0);
  }
  const Plan& plan() const { return plan_; }

 private:
  bool one_dwell(const Square& s) const {
    for (int y = s.top; y <= s.bottom; ++y) {
      for (int x = s.left; x <= s.right; ++x) {
        const bool border = x == s.left || x == s.right || y == s.top || y == s.bottom;
        if (border && flat_[y * side_ + x] != flat_[s.top * side_ + s.left]) return false;
      }
    }
    return true;
  }
  void divide(const Square& s, int side, int level) {
    for (int top = s.top; top < s.bottom; top += side) {
      for (int left = s.left; left < s.right; left += side) {
        look_at({left, top, std::min(left + side, s.right), std::min(top + side, s.bottom)}, side,
                level);
      }
    }
  }
  // The steps inside a square: of all pixels, or of the lines between its parts.
  void take_steps(const Square& s, int part) {
    for (int y = s.top + 1; y < s.bottom; ++y) {
      for (int x = s.left + 1; x < s.right; ++x) {
        const bool line = part == 1 || (x - s.left) % part == 0 || (y - s.top) % part == 0;
        if (line) plan_.steps += flat_[y * side_ + x];
      }
    }
  }
  void look_at(const Square& s, int side, int level) {
    ++plan_.squares[level];
    const int inside = (s.right - s.left - 1) * (s.bottom - s.top - 1);
    if (inside == 0) return;
    const int blocks = (inside + kBlock - 1) / kBlock;
    if (one_dwell(s)) {
      ++plan_.fills;
      plan_.fill_blocks += blocks;
    } else if (side == kSmallest) {
      ++plan_.leaves;
      plan_.leaf_blocks += blocks;
      take_steps(s, 1);
    } else {
      ++plan_.splits;
      take_steps(s, side / 2);
      divide(s, side / 2, level + 1);
    }
  }

  std::span<const int> flat_;
  int side_;
  Plan plan_;
};

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
const Flat& flat_of(const View& view, int side, int most) {
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

std::string pixel_name(int i, int side) {
  return fmt::format("dwells[{}][{}]", i / side, i % side);
}

// At most one pixel in 500 may differ, where a filament passes a border between two pixels.
Refusal why_unlike(const Flat& flat, std::span<const int> dwells) {
  int unset = 0, wrong = 0, first_unset = -1, first_wrong = -1;
  for (int i = 0; i < static_cast<int>(dwells.size()); ++i) {
    if (dwells[i] == flat.dwells[i]) continue;
    int& first = dwells[i] == -1 ? first_unset : first_wrong;
    if (first < 0) first = i;
    ++(dwells[i] == -1 ? unset : wrong);
  }
  if (unset > 0) {
    return because(fmt::format(
        "of a picture of {} × {} pixels nobody has written {}; the first of them is {}. Who fills "
        "or computes the inside of the square around it, or the line between parts that it is on?",
        flat.side, flat.side, unset, pixel_name(first_unset, flat.side)));
  }
  if (wrong * 500 <= static_cast<int>(dwells.size())) return {};
  return because(fmt::format(
      "{} of {} pixels differ from the flat picture, more than one in 500; the first of them, {}, "
      "is {} and should be {}. Is a square filled though its border has several dwells?",
      wrong, dwells.size(), pixel_name(first_wrong, flat.side), dwells[first_wrong],
      flat.dwells[first_wrong]));
}

Judged LooksLike(const Flat& flat) {
  return {"looks like the flat picture",
          [&flat](const Outcome& run) { return why_unlike(flat, dwells_of(run)); }};
}

// The steps are those of lines and leaves, give or take the rounding of a card.
Refusal why_other_steps(const Flat& flat, long long steps) {
  const long long planned = flat.plan.steps, spare = planned / 200;
  if (steps > planned + spare) {
    return because(fmt::format(
        "a picture of {0} × {0} pixels took {1} steps, where lines and leaves need {2} (and all "
        "pixels {3}): a pixel is computed more than once, or a square that could be filled or "
        "split is computed",
        flat.side, steps, planned, flat.steps));
  }
  if (steps >= planned - spare) return {};
  return because(
      fmt::format("a picture of {0} × {0} pixels took {1} steps, but its lines and "
                  "leaves alone need {2}: pixels are filled that had to be computed",
                  flat.side, steps, planned));
}

Judged TakesStepsOfLinesAndLeaves(const Flat& flat) {
  return {"computes lines and leaves only", [&flat](const Outcome& run) {
            return why_other_steps(flat, run.result<long long>(1)[0]);
          }};
}

Judged TakesSteps() {
  return {"takes steps", [](const Outcome& run) -> Refusal {
            if (run.result<long long>(1)[0] > 0) return {};
            return because("no pixel takes a step: the escape time comes first");
          }};
}

// Grids wrote the pixels, and took the steps; that none was taken may be as a memset left it.
void expect_drawn_by(const WroteResult& grids, const Outcome& run) {
  const bool is_any = run.result<long long>(1)[0] != 0;
  ASSERT_THAT(run, grids);
  ASSERT_THAT(run, WroteResult(1).where([is_any](int) { return is_any; }));
}

// Kernels that draw all that is asked about here; other kernels may help, but where the launches of
// all kernels are counted.
const WroteResult kFlatDrew = WroteResult(0, "each_pixel").launched_anywhere();
const WroteResult kGridsDrew(0);
const WroteResult kSquaresDrew =
    WroteResult(0, "squares").launched_anywhere().or_by("fill").or_by("leaf");

// A flat picture of which something can be learnt.
#define FLAT_PICTURE(name, view, side, most)    \
  const Flat& name = flat_of(view, side, most); \
  ASSERT_THAT((name).run, FinishedCleanly())
#define DWELLS_ARE_THERE(flat) ASSERT_THAT((flat).run, TakesSteps())

// Rounding moves a step at the edge of the set, in few pixels.
Refusal why_not_the_set(const Outcome& run, const View& view) {
  const auto dwells = run.result<int>(0);
  const double step = view.width / kSide;
  int other = 0;
  for (int i = 0; i < kSide * kSide; ++i) {
    const double re = view.left + step * (i % kSide), im = view.top + step * (i / kSide);
    other += dwells[i] != steps_of(re, im, kMost);
  }
  if (other <= kSide * kSide / 50) return {};
  return because(
      fmt::format("{} of {} pixels differ from the serial loop's, far more than rounding explains",
                  other, kSide * kSide));
}

TEST(Mandelbrot, FlatPictureIsRight) {
  for (const View& view : {kWholeSet, kEdge}) {
    const Outcome run = run_flat(view, kSide, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("is the set", [&view](const Outcome& drawn) {
                  return why_not_the_set(drawn, view);
                }));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kFlatDrew, run));
  }
}

// ---- Task 2 -------------------------------------------------------------------------------------

Outcome run_borders(const std::vector<int>& picture, int side, const std::vector<Square>& squares) {
  const int n = static_cast<int>(squares.size());
  return EXERCISE(border_dwells, output<Told>(n), input(picture), side, input(squares), n);
}

std::string words(const Square& s) {
  return fmt::format("the square from column {} and row {} to column {} and row {}", s.left, s.top,
                     s.right, s.bottom);
}

using About = std::function<std::string(std::size_t square)>;

// Of each square, what both threads should be told.
Refusal why_told_wrong(const Outcome& run, const std::vector<Square>& squares,
                       const std::vector<int>& expected, const About& about) {
  const auto told = run.result<Told>(0);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto [first, last] = told[i];
    if (first == expected[i] && last == expected[i]) continue;
    if (first != last) {
      return because(
          fmt::format("of {} thread 0 is told {} and the last thread {}: the answer is "
                      "the block's, so all threads must get it (a reduction, then a "
                      "barrier before it is read)",
                      words(squares[i]), first, last));
    }
    return because(fmt::format("of {} all threads are told {}; it should be {}{}",
                               words(squares[i]), first, expected[i], about(i)));
  }
  return {};
}

Judged Tells(const std::vector<Square>& squares, const std::vector<int>& expected,
             const About& about) {
  return {"tells the dwells of borders",
          [=](const Outcome& run) { return why_told_wrong(run, squares, expected, about); }};
}

Judged Tells(const std::vector<Square>& squares, const std::vector<int>& expected,
             const std::string& about) {
  return Tells(squares, expected, [about](std::size_t) { return about; });
}

constexpr int kBoard = 120;

// What the check knows about its one pixel that is different, at column x and row y of the square.
std::string about_pixel(const Square& s, int x, int y) {
  const bool side = x == 0 || x == s.right - s.left, end = y == 0 || y == s.bottom - s.top;
  const std::string where = side && end   ? "it is a corner, so on the border, and the answer is -1"
                            : side || end ? "it is on the border, so the answer is -1"
                                          : "it is inside, and the border is all of one dwell";
  return fmt::format(": all its pixels have 7 but that at column {} and row {}: {}", s.left + x,
                     s.top + y, where);
}

// Squares of 12 × 10 pixels, 80 of them, each of one dwell but for one pixel: each pixel of the
// border in turn, then some inside.
TEST(Mandelbrot, OnePixelIsFound) {
  constexpr int kWide = 12, kHigh = 10;
  std::vector<int> picture(kBoard * kBoard, 7);
  std::vector<Square> squares;
  std::vector<int> expected;
  int place = 0;
  for (int top = 0; top + kHigh <= kBoard; top += kHigh) {
    for (int left = 0; left + kWide <= kBoard && place < kWide * kHigh; left += kWide, ++place) {
      const int x = place % kWide, y = place / kWide;
      picture[(top + y) * kBoard + left + x] = place % 2 == 0 ? 8 : 6;
      const bool border = x == 0 || x == kWide - 1 || y == 0 || y == kHigh - 1;
      squares.push_back({left, top, left + kWide - 1, top + kHigh - 1});
      expected.push_back(border ? -1 : 7);
    }
  }
  const Outcome run = run_borders(picture, kBoard, squares);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Tells(squares, expected, [&](std::size_t i) {
                const int pixel = static_cast<int>(i);
                return about_pixel(squares[i], pixel % kWide, pixel / kWide);
              }));
  EXPECT_THAT(run, WroteResult(0, "look_at_borders").launched_anywhere());
}

TEST(Mandelbrot, AnyBorder) {
  std::vector<int> picture(kBoard * kBoard, 3);
  for (int i = 0; i < kBoard; ++i) picture[50 * kBoard + i] = 4;  // a row
  picture[119] = 5;                                               // the corner at the top right
  picture[80 * kBoard + 100] = 9;  // far along a row, and down a column
  picture[117 * kBoard + 60] = 9;
  picture[100 * kBoard + 12] = 9;  // of the first pixels that a thread of a long border looks at
  const std::vector<Square> squares = {
      {0, 0, 0, 0},      {119, 0, 119, 0}, {3, 50, 90, 50},   {7, 0, 7, 49},
      {7, 0, 7, 50},     {0, 0, 118, 49},  {0, 0, 119, 49},   {0, 50, 119, 119},
      {0, 51, 119, 119}, {10, 10, 11, 11}, {0, 50, 119, 50},  {118, 0, 119, 1},
      {20, 49, 100, 51}, {5, 60, 115, 80}, {60, 51, 70, 119}, {5, 100, 115, 110}};
  const std::vector<int> expected = {3, 5, 4, 3, -1, 3, -1, -1, 3, 3, 4, -1, -1, -1, -1, -1};
  const Outcome run = run_borders(picture, kBoard, squares);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(
      run, Tells(squares, expected, ": a border may have more pixels than the block has threads"));
  EXPECT_THAT(run, WroteResult(0, "look_at_borders").launched_anywhere());
}

// What a border of 476 pixels may take more of the virtual clock than one of 4: about 1 µs where 64
// threads share it, 28 µs where one looks at all of it.
constexpr double kSharedUs = 10;

TEST(Mandelbrot, ThreadsShareTheBorder) {
  NEEDS_EMULATOR();
  const std::vector<int> picture(kBoard * kBoard, 3);
  const auto took = [&](const Square& s) {
    const Outcome run = run_borders(picture, kBoard, {s});
    return run.report ? static_cast<double>(run.report->virtual_ns) : 0.0;
  };
  const Outcome run = run_borders(picture, kBoard, {{0, 0, kBoard - 1, kBoard - 1}});
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Tells({{0, 0, kBoard - 1, kBoard - 1}}, {3}, ""));
  const double small = took({0, 0, 1, 1});
  EXPECT_THAT(
      run, Judged("shares the border", [small](const Outcome& large) -> Refusal {
        const double extra = 1e-3 * (static_cast<double>(large.report->virtual_ns) - small);
        if (extra <= kSharedUs) return {};
        return because(
            fmt::format(
                "a border of {} pixels takes {:.1f} µs more of the virtual clock than one of 4: "
                "each of the {} threads looks at a few of them, so it should be less than "
                "{:.0f} µs. Does each thread begin at its own pixel, and take every blockDim.x-th?",
                4 * (kBoard - 1), extra, kBlock, kSharedUs),
            Cause::kCall);
      }));
  EXPECT_THAT(run, WroteResult(0, "look_at_borders").launched_anywhere());
}

TEST(Mandelbrot, AllThreadsAreTold) {
  std::vector<int> picture(kBoard * kBoard);
  for (int i = 0; i < kBoard * kBoard; ++i) picture[i] = i % kBoard / 30;  // stripes of 30 columns
  std::vector<Square> squares;
  std::vector<int> expected;
  for (int i = 0; i < 24; ++i) {  // by turns of one dwell and of two, for each block
    const int stripe = i % 3, width = i / 2 % 2 == 0 ? 30 : 31;
    squares.push_back({30 * stripe, i, 30 * stripe + width - 1, i + 40});
    expected.push_back(width == 30 ? stripe : -1);
  }
  const Outcome run = run_borders(picture, kBoard, squares);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Tells(squares, expected, ""));
  EXPECT_THAT(run, WroteResult(0, "look_at_borders").launched_anywhere());
}

// ---- Task 3 -------------------------------------------------------------------------------------

void expect_no_refusal(const Outcome& run) {
  EXPECT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
      << "the pool has room for all launches: what was refused asked for what no device has, such "
         "as "
         "a grid of 0 blocks (K6), or squares are launched without end";
}

// So many launches of `kernel` by `parent`. More are launches by too many threads, or of the wrong
// kind: `words` say which there should be. Where there are fewer, the cause may be anywhere.
LaunchesMatcher LaunchesOf(const std::string& kernel, const std::string& parent, int count,
                           const std::string& words) {
  return {"launches as often as it should", [=](const Launches& launches) -> Refusal {
            int found = 0;
            const Launch* last = nullptr;
            for (const Launch& l : launches) {
              if (!Child(kernel).of(parent).matches(l)) continue;
              ++found;
              last = &l;
            }
            if (found == count) return {};
            return {fmt::format("{} launches of {} by {}; there should be {}: {}", found, kernel,
                                parent, count, words),
                    last ? last->file : std::string(), last ? last->line : 0,
                    found > count ? Cause::kCall : Cause::kValue};
          }};
}

// A launch by each thread of a block would be 64 times as many at every level, without end: found
// out first where there is one level.
void expect_one_launch_a_square() {
  const Outcome one_level = run_recursive(kInside, kSide, kMost);
  ASSERT_THAT(one_level.launches,
              LaunchesOf("fill", "squares", 4,
                         "four squares of one dwell: each launches one grid, by one of its threads "
                         "(K2)"));
}

TEST(Mandelbrot, RecursivePictureIsRight) {
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  expect_one_launch_a_square();
  if (HasFatalFailure()) return;
  const Outcome run = run_recursive(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, LooksLike(flat));
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
  expect_no_refusal(run);
}

TEST(Mandelbrot, FarFewerSteps) {
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  const Outcome run = run_recursive(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat));
  EXPECT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
  expect_drawn_by(kGridsDrew, run);
}

// All launches of `kernel` together have so many blocks of kBlock threads.
LaunchesMatcher HasBlocks(const std::string& kernel, int blocks) {
  return {
      "has a thread for each pixel", [=](const Launches& launches) -> Refusal {
        int found = 0;
        const Launch* last = nullptr;
        for (const Launch& l : launches) {
          if (!Child(kernel).matches(l)) continue;
          found += l.grid.x * l.grid.y * l.grid.z;
          last = &l;
          if (l.block == Dim{kBlock}) continue;
          return {fmt::format("{}: there should be blocks of {} threads", launch_words(l), kBlock),
                  l.file, l.line};
        }
        if (found == blocks) return {};
        return {fmt::format("all launches of {} together have {} blocks, where {} are enough for "
                            "a thread for each pixel inside: blocks_for(inner_pixels(s)) for each "
                            "square",
                            kernel, found, blocks),
                last ? last->file : std::string(), last ? last->line : 0};
      }};
}

// Inside the last square there are 8 × 8 pixels, as many as a block has threads.
void expect_full_blocks() {
  constexpr int kWide = 74;
  FLAT_PICTURE(flat, kInside, kWide, kMost);
  const Outcome run = run_recursive(kInside, kWide, kMost);
  EXPECT_THAT(run.launches, HasBlocks("fill", flat.plan.fill_blocks))
      << "of a picture of " << kWide << " × " << kWide << " pixels in 4 squares, the last of which "
      << "has just as many pixels inside as one block has threads";
}

// Who asks how wide a square is gets a leaf at once.
void expect_split_by_side() {
  FLAT_PICTURE(flat, kEdge, kNarrow, kMost);
  const Outcome run = run_recursive(kEdge, kNarrow, kMost);
  const std::string words = fmt::format(
      "a picture of {0} × {0} pixels has one square, whose `side` is {1} however few pixels of it "
      "are in the picture. It is split until `side` is {2}, and only then a leaf",
      kNarrow, kFirst, kSmallest);
  EXPECT_THAT(run.launches, LaunchesOf("squares", "squares", flat.plan.splits, words));
}

TEST(Mandelbrot, FillLeafOrSplit) {
  NEEDS_EMULATOR();
  expect_one_launch_a_square();
  if (HasFatalFailure()) return;
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  const Outcome run = run_recursive(kEdge, kSide, kMost);
  // What races or fills the wrong squares may launch anything.
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat));
  expect_no_refusal(run);
  if (HasFailure()) return;
  const Plan& plan = flat.plan;
  ASSERT_THAT(
      run.launches,
      LaunchesOf("squares", "squares", plan.splits,
                 "a square is split, by one thread, if its border has several dwells and its "
                 "side is more than 8"));
  ASSERT_THAT(run.launches,
              LaunchesOf("leaf", "squares", plan.leaves,
                         "a square of side 8 whose border has several dwells is a leaf"));
  ASSERT_THAT(run.launches,
              LaunchesOf("fill", "squares", plan.fills,
                         "a square of any side whose border has one dwell is filled"));
  ASSERT_THAT(run.launches, LaunchCount(plan.splits + plan.leaves + plan.fills, Child()));
  ASSERT_THAT(run.launches, HasBlocks("fill", plan.fill_blocks));
  ASSERT_THAT(run.launches, HasBlocks("leaf", plan.leaf_blocks));
  EXPECT_THAT(run.launches, MaxDepth(4)) << "squares of 64, 32, 16 and 8 pixels, then a leaf";
  EXPECT_THAT(run, kSquaresDrew.somewhere());
  expect_full_blocks();
  expect_split_by_side();
}

TEST(Mandelbrot, AnySide) {
  for (const int side : {1, 2, 3, 66}) {  // 66: two lines beside each other at the edge
    FLAT_PICTURE(flat, kEdge, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_recursive(kEdge, side, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
        << "of a picture of " << side << " × " << side << " pixels: the pool has room for all "
        << "launches; what was refused asked for what no device has, such as a grid of 0 blocks, "
        << "for a square with nothing inside (K6)";
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
  }
}

TEST(Mandelbrot, AllOfOneDwell) {
  for (const View view : {kInside, kOutside, kNowhere}) {
    FLAT_PICTURE(flat, view, kSide, kMost);
    const Outcome run = run_recursive(view, kSide, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
    ASSERT_THAT(run.launches, LaunchCount(flat.plan.fills, Child("fill")))
        << "each of the first squares is filled, and nothing else is launched";
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
  }
}

// What the exercise says it was refused, and what the device says.
Refusal why_miscounted(const Outcome& run) {
  const int counted = run.result<int>(2)[0];
  if (run.launches.known() && counted != static_cast<int>(run.launches.refused().size())) {
    return because(
        fmt::format("refused[0] is {}, but the device refused {} launches: each is to be "
                    "counted once, by the thread that launched (R3)",
                    counted, run.launches.refused().size()));
  }
  return {};
}

// More squares of 16 pixels and larger than 32 places, so launches of all kinds are refused, in any
// order. 100 places are enough in most orders. RecursivePictureIsRight has places for all.
TEST(Mandelbrot, NothingIsLost) {
  constexpr int kWide = 100, kFew = 6;
  FLAT_PICTURE(flat, kWholeSet, kWide, kFew);
  DWELLS_ARE_THERE(flat);
  for (const int few : {32, 100}) {
    const int pool = places_in_pool(few);
    const Outcome run = run_recursive(kWholeSet, kWide, kFew, pool);
    ASSERT_THAT(run, CountsAtomically("refused")) << "with room for " << pool << " pending grids";
    ASSERT_THAT(run, FinishedCleanly()) << "with room for " << pool << " pending grids";
    ASSERT_THAT(run, LooksLike(flat))
        << "with room for " << pool << " pending grids: a launch without a place is dropped (L1), "
        << "so the block that launched has to do its work, with all its threads";
    ASSERT_THAT(run, Judged("counts refused launches", why_miscounted));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
    const bool is_any = run.result<int>(2)[0] != 0;
    ASSERT_THAT(run, WroteResult(2).where([is_any](int) { return is_any; }));
  }
}

// ---- Task 4 -------------------------------------------------------------------------------------

// What comes after the launch is moved before it, and no fence helps: that says all (M2).
bool comes_after_the_launch(const Diagnostic& found) {
  return found.cites == "M2" && found.message.find("comes after the launch") != std::string::npos;
}

Judged HasNoFindingOfLevels(const std::string& rule) {
  return {"has no " + rule, [=](const Outcome& run) -> Refusal {
            const auto found = std::ranges::find(run.diagnostics, rule, &Diagnostic::rule);
            if (found == run.diagnostics.end()) return {};
            const char* why =
                comes_after_the_launch(*found)
                    ? ""
                    : "\na grid reads what blocks of the grid before it have written: each block "
                      "waits for its own threads, then says with a fence and an atomic that it is "
                      "done (M4); a level is launched once, when all blocks of the level before "
                      "are done";
            return {found->message + why, found->file, found->line, cause_of(found->rule)};
          }};
}

TEST(Mandelbrot, LevelPictureIsRight) {
  for (const int side : {kSide, 1, 2, 66, kNarrow}) {
    FLAT_PICTURE(flat, kEdge, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_levels(kEdge, side, kMost);
    ASSERT_THAT(run, checks::NoFinding(
                         "out-of-bounds", "",
                         "a list has room for all parts of all squares of the level before: are "
                         "parts put there once, by one thread of each block, and is a level "
                         "launched once, when all blocks of the level before are done?"));
    for (const char* rule : {"missing-fence", "race"}) {
      ASSERT_THAT(run, HasNoFindingOfLevels(rule));
    }
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kGridsDrew, run));
  }
  const Outcome none = run_levels(kEdge, 0, kMost);
  EXPECT_THAT(none, ReturnsNoError());
}

TEST(Mandelbrot, SameSteps) {
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  const Outcome run = run_levels(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat));
  EXPECT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
  expect_drawn_by(kGridsDrew, run);
}

// The launches of levels, those that were refused too: one for each level below the first that has
// squares, of a block for each of them.
Refusal why_not_a_launch_a_level(const Launches& launches, const Plan& plan) {
  std::vector<int> wanted, found;
  for (int level = 1; level < 4; ++level) {
    if (plan.squares[level] > 0) wanted.push_back(plan.squares[level]);
  }
  const Launch* wrong = nullptr;
  for (const Launch& l : launches.refused()) {
    if (l.kernel != "squares_of_level" || l.grid.x == 0) continue;  // of an empty list
    found.push_back(l.grid.x);
    wrong = &l;
  }
  for (const Launch& l : launches) {
    if (!Child("squares_of_level").matches(l)) continue;
    found.push_back(l.grid.x);
    if (std::ranges::find(wanted, l.grid.x) == wanted.end()) wrong = &l;
  }
  std::ranges::sort(wanted);
  std::ranges::sort(found);
  const auto sum = [](const std::vector<int>& blocks) {
    return std::accumulate(blocks.begin(), blocks.end(), 0);
  };
  // As many launches of more blocks are of lists on which parts stand twice.
  const bool too_long = found.size() == wanted.size() && sum(found) > sum(wanted);
  if (found == wanted || found.empty() || too_long) return {};
  // Other squares, or squares where there are none, come of pixels that were judged wrongly.
  const bool launched_too_often = !wanted.empty() && found.size() > wanted.size();
  const bool launched_early = !wanted.empty() && found.front() < wanted.front();
  const auto listed = [](const std::vector<int>& blocks) {
    std::string words = blocks.empty() ? "no" : "";
    for (std::size_t i = 0; i < std::min<std::size_t>(blocks.size(), 6); ++i)
      words += fmt::format("{}{}", i == 0 ? "" : ", ", blocks[i]);
    return blocks.size() > 6 ? words + " …" : words;
  };
  return {fmt::format("the device launches squares_of_level {} times, with {} blocks; the levels "
                      "below the first have {} squares, each to be computed by one grid of so many "
                      "blocks. A level is launched once, when all blocks of the level before are "
                      "done (M4), and not at all if its list is empty",
                      found.size(), listed(found), listed(wanted)),
          wrong ? wrong->file : std::string(), wrong ? wrong->line : 0,
          launched_too_often ? Cause::kCall
          : launched_early   ? Cause::kEnding
                             : Cause::kValue};
}

TEST(Mandelbrot, OneLaunchALevel) {
  NEEDS_EMULATOR();
  const std::pair<View, int> pictures[] = {{kEdge, kSide}, {kInside, kSide}, {kEdge, kNarrow}};
  for (const auto& [view, side] : pictures) {
    FLAT_PICTURE(flat, view, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_levels(view, side, kMost);
    ASSERT_THAT(run.launches,
                LaunchesMatcher("a launch a level", [&flat](const Launches& launches) {
                  return why_not_a_launch_a_level(launches, flat.plan);
                }));
    ASSERT_THAT(run, NoRefusedLaunches())
        << "the device takes all launches but those of no blocks: is the list empty (K6)?";
    ASSERT_THAT(run.launches, HostLaunchCount(2))
        << "the host launches the first lines and level 0";
    const auto levels = std::count_if(flat.plan.squares.begin() + 1, flat.plan.squares.end(),
                                      [](int squares) { return squares > 0; });
    ASSERT_THAT(run.launches, LaunchCount(levels, Child("squares_of_level")))
        << "a picture of " << side << " × " << side << " pixels has " << levels
        << " levels below the first with a square in them"
        << (side == kNarrow ? ": `side` says whether a square is split, not how many of its pixels "
                              "are in the picture"
                            : "");
    ASSERT_THAT(run.launches, LaunchCountBetween(levels, 2 * levels + 1, Child()))
        << "at most one more grid a level, to launch it";
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kGridsDrew.somewhere());
  }
}

// Large enough that a grid in between, which the task allows, and a recursion whose grids are fired
// pass too: of 150 pixels those take 94 and 125 µs, of 256 pixels 94 and 248.
TEST(Mandelbrot, FasterThanTheRecursion) {
  NEEDS_EMULATOR();
  constexpr int kWide = 256, kFew = 16;
  FLAT_PICTURE(flat, kWholeSet, kWide, kFew);
  DWELLS_ARE_THERE(flat);
  const Outcome recursive = run_recursive(kWholeSet, kWide, kFew);
  const Outcome levels = run_levels(kWholeSet, kWide, kFew);
  ASSERT_THAT(recursive, LooksLike(flat));
  ASSERT_THAT(levels, LooksLike(flat));
  ASSERT_THAT(recursive, TakesAtMost(460, "the recursion"));
  const double slow = microseconds(recursive.launches);
  EXPECT_THAT(
      levels, Judged("takes half the time", [slow](const Outcome& run) -> Refusal {
        const double fast = microseconds(run.launches);
        if (2 * fast <= slow) return {};
        return because(fmt::format(
            "on the virtual clock the recursion takes {:.0f} µs and the levels {:.0f} µs, more "
            "than half "
            "of that: is there one launch a level, and do blocks fill and compute by themselves?",
            slow, fast));
      }));
  for (const Outcome* run : {&recursive, &levels}) expect_drawn_by(kGridsDrew, *run);
}

TEST(Mandelbrot, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome recursive = run_recursive(kEdge, kSide, kMost);
  const Outcome levels = run_levels(kEdge, kSide, kMost);
  for (const Outcome* run : {&recursive, &levels}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    EXPECT_THAT(run->launches, EveryLaunchChecked());
    EXPECT_THAT(*run, kGridsDrew.somewhere());
  }
}

}  // namespace
