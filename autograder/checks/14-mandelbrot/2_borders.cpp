// Task 2: whether a square's border has one dwell, found out and told by all threads of a block.
#include <functional>

#include "14-mandelbrot/pictures.h"

namespace {

using namespace checks;

Outcome run_borders(const std::vector<int>& picture, int side, const std::vector<Square>& squares) {
  const int n = static_cast<int>(squares.size());
  return EXERCISE(border_dwells, output<BorderDwell>(n), input(picture), side, input(squares), n);
}

std::string words(const Square& s) {
  return fmt::format("the square from column {} and row {} to column {} and row {}", s.left, s.top,
                     s.right, s.bottom);
}

using About = std::function<std::string(std::size_t square)>;

// Of each square, what both threads should be told.
Refusal why_told_wrong(const Outcome& run, const std::vector<Square>& squares,
                       const std::vector<int>& expected, const About& about) {
  const auto found = run.result<BorderDwell>(0);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const auto [first, last] = found[i];
    if (first == expected[i] && last == expected[i]) continue;
    if (first != last) {
      return because(
          "for {} thread 0 gets {} and the last thread {}: the block has one answer, so all "
          "threads must get it (a reduction, then a barrier before it is read)",
          words(squares[i]), first, last);
    }
    return because("for {} all threads get {}; it should be {}{}", words(squares[i]), first,
                   expected[i], about(i));
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
                                          : "it is inside, and the whole border has one dwell";
  return fmt::format(": all its pixels have 7, except at column {} and row {}: {}", s.left + x,
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

using Pixels = std::vector<std::pair<int, int>>;  // columns and rows

// The border of a square of side n, in the orders in which threads may share it.
Pixels around(int n) {
  Pixels all;
  for (int i = 0; i < n; ++i) all.emplace_back(i, 0);
  for (int i = 1; i < n; ++i) all.emplace_back(n - 1, i);
  for (int i = n - 2; i >= 0; --i) all.emplace_back(i, n - 1);
  for (int i = n - 2; i > 0; --i) all.emplace_back(0, i);
  return all;
}

Pixels rows_first(int n) {
  Pixels all;
  for (const int row : {0, n - 1}) {
    for (int i = 0; i < n; ++i) all.emplace_back(i, row);
  }
  for (const int column : {0, n - 1}) {
    for (int i = 1; i < n - 1; ++i) all.emplace_back(column, i);
  }
  return all;
}

Pixels mirrored(Pixels all) {
  for (auto& [x, y] : all) std::swap(x, y);
  return all;
}

Pixels opposite_in_turn(int n) {
  Pixels all;
  for (int i = 0; i < n; ++i) all.insert(all.end(), {{i, 0}, {i, n - 1}});
  for (int i = 1; i < n - 1; ++i) all.insert(all.end(), {{0, i}, {n - 1, i}});
  return all;
}

// Of two dwells that a group of threads may see one of each: the first half of the pixels and the
// second, every second pixel, every 64th.
std::vector<std::vector<int>> dwells_of_two_kinds(int pixels) {
  std::vector<std::vector<int>> kinds(3, std::vector<int>(pixels, 7));
  for (int i = 0; i < pixels; ++i) {
    if (i < pixels / 2) kinds[0][i] = 8;
    if (i % 2 == 0) kinds[1][i] = 8;
    if (i % kBlock < kBlock / 2) kinds[2][i] = 8;
  }
  return kinds;
}

// Each square has two dwells, and no warp, or no thread, need see both of them itself.
void expect_groups_to_disagree() {
  std::vector<int> picture(kBoard * kBoard, 7);
  std::vector<Square> squares;
  constexpr int kWide = 17;  // as many pixels on its border as a block has threads
  for (const Pixels& order :
       {around(kWide), mirrored(around(kWide)), rows_first(kWide), mirrored(rows_first(kWide)),
        opposite_in_turn(kWide), mirrored(opposite_in_turn(kWide))}) {
    for (const std::vector<int>& dwells : dwells_of_two_kinds(static_cast<int>(order.size()))) {
      const int number = static_cast<int>(squares.size());
      const int left = number % 6 * 20, top = number / 6 * 20;
      for (std::size_t i = 0; i < order.size(); ++i) {
        picture[(top + order[i].second) * kBoard + left + order[i].first] = dwells[i];
      }
      squares.push_back({left, top, left + kWide - 1, top + kWide - 1});
    }
  }
  const std::vector<int> expected(squares.size(), -1);
  const Outcome run = run_borders(picture, kBoard, squares);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, Tells(squares, expected,
                         ": its pixels have two dwells, although all threads of a warp may have "
                         "seen the same one. All threads of the block must compare with one "
                         "pixel"));
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
            Cause::kCall,
            "a border of {} pixels takes {:.1f} µs more on the virtual clock than one of 4: each "
            "of the {} threads looks at a few of them, so it should be less than {:.0f} µs. Does "
            "each thread begin at its own pixel and take every blockDim.x-th?",
            4 * (kBoard - 1), extra, kBlock, kSharedUs);
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
  if (!HasFailure()) expect_groups_to_disagree();
}

}  // namespace
