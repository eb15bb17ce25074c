// Task 3: squares that launch squares, and do the work of those that are refused.
#include "14-mandelbrot/drawn_by.h"
#include "14-mandelbrot/inside.h"
#include "shared/counted_atomically.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

void expect_no_refusal(const Outcome& run) {
  EXPECT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
      << "the pool has a slot for every launch: a refused launch asked for something impossible, "
         "such as a grid of 0 blocks (K6), or squares are launched without end";
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
            return refusal_at(last, found > count ? Cause::kCall : Cause::kValue,
                              "{} launches of {} by {}; there should be {}: {}", found, kernel,
                              parent, count, words);
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
  watch_reads();
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  expect_one_launch_a_square();
  if (HasFatalFailure()) return;
  const Outcome run = run_recursive(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, LooksLike(flat));
  expect_no_refusal(run);
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by_children(run, flat));
}

TEST(Mandelbrot, FarFewerSteps) {
  watch_reads();
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  const Outcome run = run_recursive(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat));
  EXPECT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
  expect_drawn_by_children(run, flat);
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
          return refusal_at(l, "{}: there should be blocks of {} threads", launch_words(l), kBlock);
        }
        if (found == blocks) return {};
        return refusal_at(last,
                          "all launches of {} together have {} blocks, where {} are enough for one "
                          "thread per pixel inside: blocks_for(inner_pixels(s)) for each square",
                          kernel, found, blocks);
      }};
}

// Inside the last square there are 8 × 8 pixels, as many as a block has threads.
void expect_full_blocks() {
  constexpr int kWide = 74;
  FLAT_PICTURE(flat, kInside, kWide, kMost);
  const Outcome run = run_recursive(kInside, kWide, kMost);
  EXPECT_THAT(run.launches, HasBlocks("fill", flat.plan.fill_blocks))
      << "of a picture of " << kWide << " × " << kWide << " pixels in 4 squares, the last of which "
      << "has exactly as many pixels inside as one block has threads";
}

// Who asks how wide a square is gets a leaf at once.
void expect_split_by_side() {
  FLAT_PICTURE(flat, kEdge, kNarrow, kMost);
  const Outcome run = run_recursive(kEdge, kNarrow, kMost);
  const std::string words = fmt::format(
      "a picture of {0} × {0} pixels has one square, whose `side` is {1} however few pixels of it "
      "are in the picture. It is split until `side` is {2}; only then is it a leaf",
      kNarrow, kFirst, kSmallest);
  EXPECT_THAT(run.launches, LaunchesOf("squares", "squares", flat.plan.splits, words));
}

void expect_launches_of_plan(const Outcome& run, const Plan& plan) {
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
  ASSERT_NO_FATAL_FAILURE(expect_launches_of_plan(run, flat.plan));
  EXPECT_THAT(run, kSquaresDrew.somewhere());
  expect_drawn_by_children(run, flat);
  expect_full_blocks();
  expect_split_by_side();
}

TEST(Mandelbrot, AnySide) {
  watch_reads();
  for (const int side : some_of({1, 2, 3, 66})) {  // 66: two lines beside each other at the edge
    FLAT_PICTURE(flat, kEdge, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_recursive(kEdge, side, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
        << "of a picture of " << side << " × " << side << " pixels: the pool has a slot for every "
        << "launch; a refused launch asked for something impossible, such as a grid of 0 blocks "
        << "for a square with nothing inside (K6)";
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by_children(run, flat));
  }
}

// A split or a leaf in a picture of one dwell.
Refusal why_not_only_fills(const Launches& launches, int dwell) {
  int wrong = 0;
  const Launch* first = nullptr;
  for (const Launch& l : launches) {
    if (!Child("squares").matches(l) && !Child("leaf").matches(l)) continue;
    if (wrong++ == 0) first = &l;
  }
  if (wrong == 0) return {};
  return refusal_at(first, Cause::kCall,
                    "in a picture in which every pixel has the dwell {}, the device launches "
                    "squares or leaf {} times, first here: {}. The border of each of the first "
                    "squares has this one dwell, so the square must be filled. {} is a dwell like "
                    "any other; only kSeveral means several dwells",
                    dwell, wrong, launch_words(*first), dwell);
}

LaunchesMatcher OnlyFills(int dwell) {
  return {"only fills",
          [dwell](const Launches& launches) { return why_not_only_fills(launches, dwell); }};
}

TEST(Mandelbrot, AllOfOneDwell) {
  for (const View view : some_of({kInside, kOutside, kNowhere})) {
    FLAT_PICTURE(flat, view, kSide, kMost);
    const Outcome run = run_recursive(view, kSide, kMost);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
    ASSERT_THAT(run.launches, OnlyFills(flat.dwells[0]));
    ASSERT_THAT(run.launches, LaunchCount(flat.plan.fills, Child("fill")))
        << "each of the first squares is filled, and nothing else is launched";
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by_children(run, flat));
  }
  expect_inside_is_filled([](int most) { return run_recursive(kInside, kSide, most); });
}

// What the exercise says it was refused, and what the device says.
Refusal why_miscounted(const Outcome& run) {
  const int counted = run.result<int>(2)[0];
  if (run.launches.known() && counted != static_cast<int>(run.launches.refused().size())) {
    return because(
        "refused[0] is {}, but the device refused {} launches: count each once, in the thread that "
        "launched (R3)",
        counted, run.launches.refused().size());
  }
  return {};
}

// The emulator refuses one launch of several; a GPU none. The other squares have their grids.
void expect_one_made_up() {
  FLAT_PICTURE(flat, kInside, kSide, kMost);
  const Outcome run = run_refusing(2, [] { return run_recursive(kInside, kSide, kMost); });
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat))
      << "when one launch is refused: the block that launched must do its work, with all its "
         "threads";
  expect_drawn_by_children(run, flat);
}

// More squares of 16 pixels and larger than 32 places, so launches of all kinds are refused, in any
// order. 100 places are enough in most orders. RecursivePictureIsRight has places for all.
TEST(Mandelbrot, NothingIsLost) {
  constexpr int kWide = 100, kFew = 6;
  FLAT_PICTURE(flat, kWholeSet, kWide, kFew);
  DWELLS_ARE_THERE(flat);
  for (const int few : {32, 100}) {
    if (few == 100 && !tries_all_cases()) break;
    const int pool = slots_in_pool(few);
    const Outcome run = run_recursive(kWholeSet, kWide, kFew, pool);
    ASSERT_THAT(run, CountsAtomically("refused")) << "with room for " << pool << " pending grids";
    ASSERT_THAT(run, FinishedCleanly()) << "with room for " << pool << " pending grids";
    ASSERT_THAT(run, LooksLike(flat))
        << "with room for " << pool << " pending grids: a launch without a slot is dropped (L1), "
        << "so the block that launched must do its work, with all its threads";
    ASSERT_THAT(run, Judged("counts refused launches", why_miscounted));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by_children(run, flat));
    const bool is_any = run.result<int>(2)[0] != 0;
    ASSERT_THAT(run, WroteResult(2).where([is_any](int) { return is_any; }));
  }
  expect_one_made_up();
}

}  // namespace
