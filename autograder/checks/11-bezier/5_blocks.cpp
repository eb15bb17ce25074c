// Checks of lesson 11: every line is drawn with its points, once, whoever draws it, and with as few
// launches as asked.
//
// All points are compared with the formula, computed here in double. The lines bend so that no
// count is close to the next one: device and host may differ in the last bit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/launches_at_most.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace harness;
using checks::because;
using checks::Independent;
using checks::Judged;
using checks::microseconds;
using checks::ReturnsNoError;
using checks::TakesAtMost;

constexpr int kLinesOfBlock = 64;
constexpr int kManyPlaces = 2048;
constexpr int kWarp = 32;         // threads for a line
constexpr int kLinesOfChild = 8;  // in a block of draw_lines: a warp for each

int blocks_of(int n) { return (n + kLinesOfBlock - 1) / kLinesOfBlock; }

// ---- Lines, and what they should look like ------------------------------------------------------

/// A line of length `length` that needs `points` points, from (x, y) on, at an angle.
Line bent_line(float x, float y, float length, int points) {
  const float off = (points + 0.5f) / 16 * length, dx = 0.6f * length, dy = 0.8f * length;
  return {{x, y}, {x + 0.5f * dx - 0.8f * off, y + 0.5f * dy + 0.6f * off}, {x + dx, y + dy}};
}

/// Of every number of points, neighbours of different ones; some are straight, some are very sharp.
std::vector<Line> some_lines(int n) {
  std::vector<Line> lines(n);
  for (int i = 0; i < n; ++i) {
    const int points = i % 17 == 5 ? 0 : i % 19 == 7 ? 100 : 4 + (i * 11 + i / 64) % 28;
    lines[i] = bent_line(static_cast<float>(i % 50), static_cast<float>(i / 50),
                         1 + 0.25f * static_cast<float>(i % 3), points);
  }
  return lines;
}

/// Dots, closed lines, lines on a line, the same line again, and what is not a number.
std::vector<Line> strange_lines() {
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

bool is_dot(const Line& l) {
  return l.a.x == l.b.x && l.a.y == l.b.y && l.b.x == l.c.x && l.b.y == l.c.y;
}

int points_wanted(const Line& l) {
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

Exact on_curve(const Line& l, double u) {
  const double wa = (1 - u) * (1 - u), wb = 2 * u * (1 - u), wc = u * u;
  return {wa * l.a.x + wb * l.b.x + wc * l.c.x, wa * l.a.y + wb * l.b.y + wc * l.c.y};
}

double u_of(int i, int count) { return count > 1 ? i / (count - 1.0) : 0; }

/// A coordinate that is no finite number may be anything that is none.
bool is_near(float value, double wanted) {
  if (!std::isfinite(wanted)) return !std::isfinite(value);
  return std::abs(value - wanted) <= 1e-4 * (1 + std::abs(wanted));
}

bool is_near(const Place& place, const Exact& wanted) {
  return is_near(place.x, wanted.x) && is_near(place.y, wanted.y);
}

bool is_undrawn(const Place& place) { return place.x == kUndrawn && place.y == kUndrawn; }

// ---- What is wrong with a drawing ---------------------------------------------------------------

/// What a run drew, and what it should have drawn.
struct Drawn {
  const Outcome& run;
  const std::vector<Line>& lines;

  int size() const { return static_cast<int>(lines.size()); }
  int count(int line) const { return run.result<int>(1)[line]; }
  Place place(int line, int i) const { return run.result<Place>(0)[line * kMostPoints + i]; }
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

std::string where_counts_come_from(const Drawn& d) {
  const std::string block = all_are_of(
      d, [](int i) { return i / kLinesOfBlock; },
      "all wrong counts are those of line blockIdx.x: each thread has a line of its own, and its "
      "number is that of the thread in the grid");
  if (!block.empty()) return block;
  return all_are_of(
      d, [](int i) { return i % kLinesOfBlock; },
      "all wrong counts are those of line threadIdx.x: each block has lines of its own, and a "
      "line's number is that of the thread in the grid");
}

std::string why_wrong_count(const Drawn& d) {
  for (int i = 0; i < d.size(); ++i) {
    const int wanted = points_wanted(d.lines[i]), count = d.count(i);
    if (count == wanted) continue;
    std::string why =
        fmt::format("counts[{}] is {}; line {} bends enough for {} points", i, count, i, wanted);
    if (is_dot(d.lines[i]))
      why = fmt::format("counts[{}] is {}; line {} is a dot, of one point", i, count, i);
    if (count == 0) return why + "; 0 is what stood there before, so nobody has counted its points";
    const std::string from = where_counts_come_from(d);
    return from.empty() ? why : why + "\n" + from;
  }
  return {};
}

std::string words_of(float number) {
  return std::isnan(number) ? "NaN" : fmt::format("{:.6g}", number);
}

std::string words_of(const Place& p) {
  return fmt::format("({}, {})", words_of(p.x), words_of(p.y));
}

std::string why_wrong_point(const Drawn& d, int line, int i) {
  const int count = d.count(line);
  const Place place = d.place(line, i);
  const Exact wanted = on_curve(d.lines[line], u_of(i, count));
  const std::string where = fmt::format("point {} of {} of line {}", i, count, line);
  if (is_undrawn(place)) return where + " was never drawn";
  const std::string why = fmt::format("{} is {}; it should be ({:.6g}, {:.6g})", where,
                                      words_of(place), wanted.x, wanted.y);
  if (count == 1 && std::isnan(place.x))
    return why + ": with one point count - 1 is 0, and 0 / 0 is not a number; its u is 0";
  if (i > 0 && is_near(place, on_curve(d.lines[line], 1.0 * i / count)))
    return why + fmt::format(
                     ": {} points have {} steps between them, so that the last is at the end of "
                     "the curve, u = 1",
                     count, count - 1);
  if (is_near(place, on_curve(d.lines[line / kLinesOfBlock], u_of(i, count))))
    return why + fmt::format(
                     ": that is a point of line {}, which is not the thread's but has the "
                     "number of its block",
                     line / kLinesOfBlock);
  return why;
}

std::string why_wrong_line(const Drawn& d, int line) {
  const int count = d.count(line);
  for (int i = 0; i < count; ++i) {
    if (!is_undrawn(d.place(line, i)) &&
        is_near(d.place(line, i), on_curve(d.lines[line], u_of(i, count))))
      continue;
    return why_wrong_point(d, line, i);
  }
  for (int i = count; i < kMostPoints; ++i) {
    if (is_undrawn(d.place(line, i))) continue;
    return fmt::format(
        "line {} has {} points, 0 to {}, but {} was written behind them, in place {}", line, count,
        count - 1, words_of(d.place(line, i)), i);
  }
  return {};
}

bool is_by_block(const Launch& launch, int block) {
  return !launch.from_host() && launch.parent_block.x == block;
}

/// Whether there was that block, and it has launched nothing.
bool has_launched_nothing(const Launches& launches, int block) {
  const auto is_own = [block](const Launch& l) { return is_by_block(l, block); };
  const auto has_block = [block](const Launch& l) { return l.from_host() && l.grid.x > block; };
  return std::ranges::any_of(launches, has_block) && std::ranges::none_of(launches, is_own) &&
         std::ranges::none_of(launches.refused(), is_own);
}

/// Words about a block that has launched nothing, where children are to draw; else none.
std::string why_not_launched(const Outcome& run, int block, int lines) {
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
std::string where_wrong_lines_are(int first, int lines) {
  const int begin = lines / kLinesOfBlock * kLinesOfBlock;
  if (begin == 0 || first < begin) return {};
  return fmt::format(
      "\nall of them are of the last block, which has only {} lines: was a number of lines or of "
      "blocks rounded down, where it has to be rounded up?",
      lines - begin);
}

std::string why_these_lines(const Drawn& d, int first) {
  const std::string not_launched = why_not_launched(d.run, first / kLinesOfBlock, d.size());
  return not_launched.empty() ? where_wrong_lines_are(first, d.size()) : not_launched;
}

Refusal why_wrong_drawing(const Drawn& d) {
  const std::string count = why_wrong_count(d);
  if (!count.empty()) return because(count);
  std::string first;
  int wrong = 0, first_line = 0, last = 0;
  for (int line = 0; line < d.size(); ++line) {
    const std::string why = why_wrong_line(d, line);
    if (why.empty()) continue;
    if (wrong++ == 0) first = why, first_line = line;
    last = line;
  }
  if (wrong == 0) return {};
  return because(fmt::format("{}\n{} of {} lines are wrong, the last of them is line {}{}", first,
                             wrong, d.size(), last, why_these_lines(d, first_line)));
}

Judged Draws(const std::vector<Line>& lines) {
  return {"draws every line", [&lines](const Outcome& run) {
            return why_wrong_drawing({run, lines});
          }};
}

/// What a launching thread was to write for its block, and did not, since it never came there.
Refusal why_unwritten(const Outcome& run, int lines) {
  const auto found = std::ranges::find(run.diagnostics, "uninitialized", &Diagnostic::rule);
  if (found == run.diagnostics.end() || !checks::is_in_shared_memory(*found)) return {};
  for (int block = 0; block < blocks_of(lines); ++block) {
    const std::string why = why_not_launched(run, block, lines);
    if (!why.empty()) return {found->message + why, found->file, found->line, Cause::kOrder};
  }
  return {};
}

Judged HearsOfTheLaunch(const std::vector<Line>& lines) {
  return {"hears of the launch", [&lines](const Outcome& run) {
            return why_unwritten(run, static_cast<int>(lines.size()));
          }};
}

/// Grids that draw by draw_points, for each task: those that do if no launch is refused, then those
/// that may. Of `flat` it is not asked: g++ writes what `to[i] = c ? on_curve(…) : Place{…}` gets
/// from on_curve without a hook, over what the host has put there; its counts are ints.
const WroteResult kChildren = WroteResult(0, "draw_line").or_by("collect").launched_anywhere();
const WroteResult kChildrenOrParents = kChildren.or_by("child_a_line").launched_anywhere();
const WroteResult kBeside(0, "draw_line");
const WroteResult kBesideOrParents = kBeside.or_by("child_beside_child").launched_anywhere();
const WroteResult kBlocks(0, "draw_lines");
const WroteResult kBlocksOrParents = kBlocks.or_by("child_a_block").launched_anywhere();

/// They have written all points of these lines; what is behind the points comes from the host.
WroteResult DrewAll(const WroteResult& grids, const std::vector<Line>& lines) {
  return grids.where([&lines](int place) {
    return place % kMostPoints < points_wanted(lines[place / kMostPoints]);
  });
}

void expect_drawn(const Outcome& run, const std::vector<Line>& lines) {
  ASSERT_THAT(run, HearsOfTheLaunch(lines)) << "with n = " << lines.size();
  ASSERT_THAT(run, FinishedCleanly()) << "with n = " << lines.size();
  ASSERT_THAT(run, ReturnsNoError()) << "with n = " << lines.size();
  ASSERT_THAT(run, Draws(lines)) << "with n = " << lines.size();
  ASSERT_THAT(run, WroteResult(1)) << "with n = " << lines.size();
}

void expect_drawn_by(const WroteResult& grids, const Outcome& run, const std::vector<Line>& lines) {
  ASSERT_NO_FATAL_FAILURE(expect_drawn(run, lines));
  ASSERT_THAT(run, DrewAll(grids, lines)) << "with n = " << lines.size();
}

/// Runs `draw` with lines of all kinds, of numbers that blocks divide and do not; and with none.
template <typename Draw>
void expect_every_line_drawn(Draw draw, const WroteResult& grids) {
  for (const auto& lines :
       {some_lines(100), some_lines(64), strange_lines(), some_lines(1), some_lines(0)}) {
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(grids, draw(lines), lines));
  }
}

// ---- Lines drawn by hand ------------------------------------------------------------------------

/// Lines whose launch was refused: one for each refusal, or all of its block.
int refused_lines(const Outcome& run, int n, bool whole_blocks) {
  int count = 0;
  for (const Launch& l : run.launches.refused()) {
    const int first = l.parent_block.x * kLinesOfBlock;
    count += whole_blocks ? std::min(kLinesOfBlock, n - first) : 1;
  }
  return count;
}

ReportMatcher CountsTheRefused(int n, bool whole_blocks) {
  return {
      "counts the lines drawn by hand", [=](const Outcome& run) -> Refusal {
        const int by_hand = run.result<int>(2)[0], lines = refused_lines(run, n, whole_blocks);
        if (by_hand == lines) return {};
        return because(fmt::format(
            "*by_hand is {}, but launches for {} lines were refused: {}", by_hand, lines,
            by_hand > lines
                ? "some line was drawn by its child and by a thread, too. Only the error read "
                  "right after the launch tells whether it was refused, and a failed cudaMalloc "
                  "leaves its own if nobody takes it away (R2, R7)"
                : "call draw_by_hand once for each of them"));
      }};
}

/// Who knows of a refused launch is a thread of the device.
void expect_counted_on_the_device(const Outcome& run) {
  const bool is_any = run.result<int>(2)[0] != 0;
  ASSERT_THAT(run, WroteResult(2).where([is_any](int) { return is_any; }));
}

/// In the first of two calls a launch was refused, in the second none.
Judged DrawsNothingByHandAgain() {
  return {
      "draws nothing by hand again", [](const Outcome& run) -> Refusal {
        const int by_hand = run.result<int>(2)[0];
        const bool is_refused_again = run.launches.refused().size() > 1;  // other checks say why
        if (by_hand == 0 || is_refused_again) return {};
        return because(
            fmt::format("*by_hand is {}, and no launch of this call was refused, only the first "
                        "of the call before: what says that a launch was refused, and where a "
                        "thread is to draw, holds for one call only",
                        by_hand),
            Cause::kCall);
      }};
}

/// Draws again after a call of which a launch was refused.
template <typename Draw>
void expect_drawn_again(Draw draw, const WroteResult& grids) {
  const std::vector<Line> lines = some_lines(70);
  const CalledTwice twice;
  const Outcome run = checks::run_refusing(1, [&] { return draw(lines); });
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(grids, run, lines));
  ASSERT_THAT(run, DrawsNothingByHandAgain());
}

/// `places` and what it means, behind a refusal.
std::string with_places(int places) {
  return fmt::format(
      "with {} places in the pool: a launch without a place is dropped, and nobody draws unless "
      "the "
      "thread that launched does (L2, R3)",
      places);
}

// ---- Task 1 -------------------------------------------------------------------------------------

Outcome run_flat(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_flat, output<Place>(n * kMostPoints), output<int>(n), input(lines), n);
}

Outcome run_serial(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_serially, output<Place>(n * kMostPoints), output<int>(n), input(lines), n);
}

TEST(Bezier, FlatDrawsEveryLine) {
  const std::vector<Line> many = some_lines(70);
  ASSERT_THAT(run_serial(many), Draws(many)) << "the serial version was given and right";
  for (const auto& lines : {many, some_lines(1), some_lines(0)}) {
    const Outcome run = run_flat(lines);
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by(WroteResult(0), run, lines));
    ASSERT_THAT(run.launches, ContainsNo(Child())) << "the flat version launches nothing";
  }
}

TEST(Bezier, FlatDrawsStrangeLines) {
  const std::vector<Line> lines = strange_lines();
  ASSERT_THAT(run_serial(lines), Draws(lines)) << "the serial version was given and right";
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(WroteResult(0), run_flat(lines), lines));
}

// ---- Task 2 -------------------------------------------------------------------------------------

Outcome run_children(const std::vector<Line>& lines, int places = kManyPlaces,
                     bool heap_is_full = false) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_with_children, output<Place>(n * kMostPoints), output<int>(n),
                  output<int>(1), input(lines), n, places, heap_is_full ? 1 : 0);
}

TEST(Bezier, ChildrenDrawEveryLine) {
  expect_every_line_drawn([](const auto& lines) { return run_children(lines); }, kChildren);
}

TEST(Bezier, OneChildALine) {
  NEEDS_EMULATOR();
  for (const int n : {70, 1}) {
    const Outcome run = run_children(some_lines(n));
    ASSERT_THAT(run.launches, LaunchCount(n, Child("draw_line").of("child_a_line")));
    ASSERT_THAT(run.launches, LaunchCount(n, Child()));
    ASSERT_THAT(run.launches, Every(Child(), Child().with_grid(1).with_block(kWarp)))
        << "a line has one block of kWarp threads";
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kChildren.somewhere());
  }
}

TEST(Bezier, NothingIsLost) {
  const std::vector<Line> lines = some_lines(140);
  const int n = static_cast<int>(lines.size());
  for (const auto& [few, full] : {std::pair{32, false}, {kManyPlaces, true}, {100, true}}) {
    const int places = places_in_pool(few);
    const Outcome run = run_children(lines, places, full);
    ASSERT_THAT(run, FinishedCleanly()) << (full ? "with a heap that is full" : "");
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Draws(lines)) << with_places(places);
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_THAT(run, CountsTheRefused(n, false))
        << "with " << places << " places in the pool" << (full ? " and a heap that is full" : "");
    ASSERT_THAT(run, DrewAll(kChildrenOrParents, lines));
    ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  }
  expect_drawn_again([](const auto& again) { return run_children(again); }, kChildrenOrParents);
}

/// The first host call that was given memory of the device heap.
Refusal why_freed_by_host(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (call.result == 0 || (call.name != "cudaFree" && call.name != "cudaMemcpy")) continue;
    return {fmt::format("the host's {} answered {}: it does not take memory of the device heap. "
                        "What device code has allocated, device code copies and frees, in any "
                        "later grid (H4, H5)",
                        call.name, call.result),
            call.file, call.line};
  }
  return {};
}

TEST(Bezier, HeapIsEmptyAfterwards) {
  NEEDS_EMULATOR();
  for (const int places : {kManyPlaces, 32}) {
    const int n = 70;
    const Outcome run = run_children(some_lines(n), places);
    ASSERT_THAT(run, DeviceCalledTimes("cudaMalloc", n))
        << "each line's points are to be in memory of their own, from the device heap";
    ASSERT_THAT(run, ReportMatcher("frees in device code", why_freed_by_host));
    ASSERT_THAT(run, Keeps("leak"))
        << (places < n
                ? fmt::format(
                      "of {} launches {} were refused, with {} places in the pool: who frees "
                      "the points of a line whose launch was refused, and of one whose "
                      "child is complete (H5)?",
                      n, run.launches.refused().size(), places)
                : "who frees a line's points when its child is complete (H5)?");
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kChildrenOrParents.somewhere());
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

Outcome run_unrefused(const std::vector<Line>& lines) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_without_refusal, output<Place>(n * kMostPoints), output<int>(n),
                  output<int>(1), output<int>(1), input(lines), n);
}

constexpr int kLeastPlaces = 32;

std::string why_wrong_pool(int n, int pool) {
  const std::string what = fmt::format("*pool is {} with {} lines", pool, n);
  if (pool == kManyPlaces) return what + ": 2048 is what the pool has when it is not set (L1)";
  if (pool >= n)
    return what +
           ": a place is for a grid, not for its threads, and each takes memory of the device "
           "whether it is used or not (L1, L7)";
  return what +
         ": every line has a child, and all of them can be pending before the first has run; a "
         "place is for a grid, not for the block that launched it (L1, L3)";
}

Judged HasPlacesFor(int n) {
  return {"sets the pool just high enough", [n](const Outcome& run) -> Refusal {
            const int pool = run.result<int>(3)[0];
            if (pool >= n && pool <= std::max(2 * n, kLeastPlaces)) return {};
            return because(why_wrong_pool(n, pool));
          }};
}

TEST(Bezier, PoolHasAPlaceForEachLine) {
  for (const int n : {4096, 10, 33}) {  // 33: one more than a warp has threads, or the least pool
    const Outcome run = run_unrefused(some_lines(n));
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasPlacesFor(n));
    ASSERT_THAT(run, kChildrenOrParents.somewhere());
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit"))
        << "limits are for what is launched afterwards: set them before the first launch (L1)";
    ASSERT_THAT(run, ReturnsNoError());
  }
}

TEST(Bezier, NothingIsRefused) {
  const std::vector<Line> lines = some_lines(kManyPlaces + 32);
  const Outcome run = run_unrefused(lines);
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kChildrenOrParents, run, lines));
  ASSERT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
      << "*by_hand counts the launches that were refused, with " << lines.size() << " lines and "
      << run.result<int>(3)[0] << " places in the pool";
  EXPECT_THAT(run.launches, LaunchCount(lines.size(), Child("draw_line")));
  EXPECT_THAT(run, DrewAll(kChildren, lines));
}

// ---- Task 4 -------------------------------------------------------------------------------------

Outcome run_beside(const std::vector<Line>& lines, int places = kManyPlaces) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_side_by_side, output<Place>(n * kMostPoints), output<int>(n), output<int>(1),
                  input(lines), n, places);
}

TEST(Bezier, SideBySideDrawsEveryLine) {
  expect_every_line_drawn([](const auto& lines) { return run_beside(lines); }, kBeside);
  if (HasFatalFailure()) return;
  const std::vector<Line> lines = some_lines(140);
  const int places = places_in_pool(kLeastPlaces);
  const Outcome run = run_beside(lines, places);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Draws(lines)) << with_places(places);
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, CountsTheRefused(140, false));
  ASSERT_THAT(run, DrewAll(kBesideOrParents, lines));
  ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  expect_drawn_again([](const auto& again) { return run_beside(again); }, kBesideOrParents);
}

TEST(Bezier, NoChildWaitsForAnother) {
  NEEDS_EMULATOR();
  const int n = 70;
  const Outcome run = run_beside(some_lines(n));
  ASSERT_THAT(run.launches, LaunchCount(n, Child("draw_line")));
  ASSERT_THAT(run.launches, Every(Child(), Child().with_grid(1).with_block(kWarp)))
      << "a line has one block of kWarp threads";
  ASSERT_THAT(run.launches, Independent(Child("draw_line"), "S1, S5, T3"))
      << "all threads of a block share its NULL stream (S1), and all threads of a grid its tail "
         "stream (T3): which stream has no other thread's grids in it?";
  EXPECT_THAT(run, Keeps("device-api"));  // of how streams are made
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, kBeside.somewhere());
}

constexpr int kTimedLines = 1024;
constexpr double kMostMicroseconds = 600;

TEST(Bezier, SideBySideIsFaster) {
  NEEDS_EMULATOR();
  const std::vector<Line> lines = some_lines(kTimedLines);
  const Outcome run = run_beside(lines);
  ASSERT_THAT(run.launches, LaunchCount(kTimedLines, Child("draw_line")));
  EXPECT_THAT(
      run.launches, LaunchesMatcher("is fast enough", [](const Launches& l) -> Refusal {
        const double took = microseconds(l);
        if (took <= kMostMicroseconds) return {};
        return because(
            fmt::format(
                "1,024 lines take {:.0f} µs of the virtual clock; children that do not wait for "
                "one another are done after {:.0f} at the most, in one NULL stream for each "
                "block they are not (S1)",
                took, kMostMicroseconds),
            Cause::kValue);
      }));
  EXPECT_THAT(run, DrewAll(kBeside, lines));
}

// ---- Task 5 -------------------------------------------------------------------------------------

Outcome run_blocks(const std::vector<Line>& lines, int places = kManyPlaces) {
  const int n = static_cast<int>(lines.size());
  return EXERCISE(draw_block_by_block, output<Place>(n * kMostPoints), output<int>(n),
                  output<int>(1), input(lines), n, places);
}

TEST(Bezier, BlocksDrawEveryLine) {
  expect_every_line_drawn([](const auto& lines) { return run_blocks(lines); }, kBlocks);
}

/// Each block's child has a warp for each of its lines, and no block of threads to spare.
Refusal why_wrong_shape(const Launches& launches, int n) {
  for (const Launch& l : launches) {
    if (!Child("draw_lines").matches(l)) continue;
    const int lines = std::min(kLinesOfBlock, n - l.parent_block.x * kLinesOfBlock);
    const int blocks = (lines + kLinesOfChild - 1) / kLinesOfChild;
    if (l.block.x == kWarp * kLinesOfChild && l.grid.x == blocks) continue;
    return {fmt::format("block {} has {} lines, and launches {}; with a warp for each line in "
                        "blocks of kDrawing threads it is <<<{}, {}>>>",
                        l.parent_block.x, lines, launch_words(l), blocks, kWarp * kLinesOfChild),
            l.file, l.line};
  }
  return {};
}

TEST(Bezier, OneChildABlock) {
  NEEDS_EMULATOR();
  for (const int n : {130, 64, 65}) {
    const Outcome run = run_blocks(some_lines(n));
    ASSERT_THAT(run.launches, checks::LaunchesAtMost(blocks_of(n), Child("draw_lines")))
        << "each block launches once, by one of its threads (K2)";
    ASSERT_THAT(run.launches, LaunchCount(blocks_of(n), Child("draw_lines").of("child_a_block")))
        << n << " lines are " << blocks_of(n) << " blocks of up to 64, and each launches once";
    ASSERT_THAT(run.launches, LaunchCount(blocks_of(n), Child()));
    ASSERT_THAT(run.launches, LaunchesMatcher("has a warp for each line", [n](const Launches& l) {
                  return why_wrong_shape(l, n);
                }));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kBlocks.somewhere());
  }
}

TEST(Bezier, NoBlockIsLost) {
  // More blocks than places, and than a block has threads: their numbers cannot be confused.
  const std::vector<Line> lines = some_lines(64 * kLinesOfBlock + 13);
  const int n = static_cast<int>(lines.size());
  const int places = places_in_pool(kLeastPlaces);
  const Outcome run = run_blocks(lines, places);
  ASSERT_THAT(run, HearsOfTheLaunch(lines));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, Draws(lines)) << with_places(places)
                                 << "; here a launch is for all lines of a block, and only its "
                                 << "launching thread knows";
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, CountsTheRefused(n, true));
  ASSERT_THAT(run, DrewAll(kBlocksOrParents, lines));
  ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  expect_drawn_again([](const auto& again) { return run_blocks(again); }, kBlocksOrParents);
}

constexpr double kGain = 3;

/// A child a block is at least kGain times as fast as a child a line.
Refusal why_it_does_not_pay(const Launches& blocks, const Launches& lines) {
  const double by_block = microseconds(blocks), by_line = microseconds(lines);
  if (kGain * by_block <= by_line) return {};
  return because(fmt::format("by the virtual clock 1,024 lines take {:.0f} µs with a child for "
                             "each block and {:.0f} µs "
                             "with a child for each line, {:.1f} times as long; it should be {} "
                             "times. What costs is the "
                             "launches, here {} and there {}",
                             by_block, by_line, by_line / by_block, kGain, blocks.size() - 1,
                             lines.size() - 1),
                 Cause::kValue);
}

TEST(Bezier, OneChildABlockPays) {
  NEEDS_EMULATOR();
  const std::vector<Line> lines = some_lines(kTimedLines);
  const Outcome by_line = run_beside(lines);
  ASSERT_THAT(by_line.launches, LaunchCount(kTimedLines, Child("draw_line")))
      << "this check compares with task 4, so do that first";
  ASSERT_THAT(by_line, TakesAtMost(kMostMicroseconds, "a child a line, task 4,"));
  const Outcome by_block = run_blocks(lines);
  ASSERT_THAT(by_block, FinishedCleanly());
  ASSERT_THAT(by_block.launches, Contains(Child("draw_lines")));
  EXPECT_THAT(by_block.launches, LaunchesMatcher("pays", [&](const Launches& blocks) {
                return why_it_does_not_pay(blocks, by_line.launches);
              }));
  EXPECT_THAT(by_line, DrewAll(kBeside, lines));
  EXPECT_THAT(by_block, DrewAll(kBlocks, lines));
}

}  // namespace
