// Task 4: one launch per level, by the block that is done last.
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "14-mandelbrot/inside.h"
#include "shared/explained.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace checks;

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
                    : "\na grid reads what the blocks of the grid before it have written: each "
                      "block waits for its own threads, then signals with a fence and an atomic "
                      "that it is done (M4). A level is launched once, when all blocks of the "
                      "level before are done";
            return refusal_at(*found, cause_of(found->rule), found->message + why);
          }};
}

// Level 0 is the host's; a grid in between that only launches is no level.
int level_of(const Launches& launches, const Launch& launch) {
  int level = 0;
  for (const Launch* l = &launch; l != nullptr && !l->from_host(); l = launches.find(l->parent)) {
    if (l->kernel == "squares_of_level") ++level;
  }
  return level;
}

// The first launch of each level, and how many blocks all launches of the level have.
std::map<int, std::pair<const Launch*, int>> blocks_of_levels(const Launches& launches) {
  std::map<int, std::pair<const Launch*, int>> levels;
  for (const Launch& l : launches) {
    if (!Child("squares_of_level").matches(l)) continue;
    auto& [first, blocks] = levels.try_emplace(level_of(launches, l), &l, 0).first->second;
    blocks += static_cast<int>(l.grid.x);
  }
  return levels;
}

// Pixels are missing, and some level is launched with fewer blocks than it has squares.
Refusal why_short_level(const Outcome& run, const Flat& flat) {
  const std::vector<int> dwells = dwells_of(run);
  if (std::ranges::find(dwells, -1) == dwells.end()) return {};
  for (const auto& [level, launched] : blocks_of_levels(run.launches)) {
    const auto [first, blocks] = launched;
    if (level >= static_cast<int>(flat.plan.squares.size())) continue;
    if (blocks >= flat.plan.squares[level]) continue;
    return refusal_at(
        first, Cause::kValue,
        "level {} is launched with {} blocks, but it has {} squares: the parts of the squares that "
        "the blocks of level {} split. So some pixels of a picture of {} × {} are missing. Either "
        "parts were not put on the list, or their number was read too early. Read it after the "
        "atomic that tells a block that it is the last: until then other blocks may put parts "
        "there",
        level, blocks, flat.plan.squares[level], level - 1, flat.side, flat.side);
  }
  return {};
}

TEST(Mandelbrot, LevelPictureIsRight) {
  watch_reads();
  for (const int side : some_of({kSide, 1, 2, 66, kNarrow})) {
    FLAT_PICTURE(flat, kEdge, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_levels(kEdge, side, kMost);
    ASSERT_THAT(run,
                NoFinding("out-of-bounds", "",
                          "a list has room for all parts of all squares of the level before: are "
                          "parts put there once, by one thread of each block, and is a level "
                          "launched once, when all blocks of the level before are done?"));
    for (const char* rule : {"missing-fence", "race"}) {
      ASSERT_THAT(run, HasNoFindingOfLevels(rule));
    }
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("has levels of all squares", [&flat](const Outcome& drawn) {
                  return why_short_level(drawn, flat);
                }));
    ASSERT_THAT(run, LooksLike(flat));
    ASSERT_NO_FATAL_FAILURE(expect_drawn_by_squares(run, flat));
  }
  const Outcome none = run_levels(kEdge, 0, kMost);
  EXPECT_THAT(none, ReturnsNoError());
}

TEST(Mandelbrot, SameSteps) {
  watch_reads();
  FLAT_PICTURE(flat, kEdge, kSide, kMost);
  DWELLS_ARE_THERE(flat);
  const Outcome run = run_levels(kEdge, kSide, kMost);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, LooksLike(flat));
  EXPECT_THAT(run, TakesStepsOfLinesAndLeaves(flat));
  expect_drawn_by_squares(run, flat);
  expect_inside_is_filled([](int most) { return run_levels(kInside, kSide, most); });
}

// Squares that each level below the first has, fewest first; of those that have some.
std::vector<int> squares_of_levels(const Plan& plan) {
  std::vector<int> squares;
  std::copy_if(plan.squares.begin() + 1, plan.squares.end(), std::back_inserter(squares),
               [](int some) { return some > 0; });
  std::ranges::sort(squares);
  return squares;
}

// The blocks of the launches of levels, those that were refused too, and one that should not be.
struct LevelLaunches {
  std::vector<int> blocks;
  const Launch* wrong = nullptr;

  LevelLaunches(const Launches& launches, const std::vector<int>& wanted) {
    for (const Launch& l : launches.refused()) {
      if (l.kernel != "squares_of_level" || l.grid.x == 0) continue;  // of an empty list
      blocks.push_back(l.grid.x);
      wrong = &l;
    }
    for (const Launch& l : launches) {
      if (!Child("squares_of_level").matches(l)) continue;
      blocks.push_back(l.grid.x);
      if (std::ranges::find(wanted, l.grid.x) == wanted.end()) wrong = &l;
    }
    std::ranges::sort(blocks);
  }
};

int sum(const std::vector<int>& blocks) { return std::accumulate(blocks.begin(), blocks.end(), 0); }

std::string listed(const std::vector<int>& blocks) {
  std::string words = blocks.empty() ? "no" : "";
  for (std::size_t i = 0; i < std::min<std::size_t>(blocks.size(), 6); ++i)
    words += fmt::format("{}{}", i == 0 ? "" : ", ", blocks[i]);
  return blocks.size() > 6 ? words + " …" : words;
}

// Other squares, or squares where there are none, come of pixels that were judged wrongly.
Cause cause_of_launches(const std::vector<int>& found, const std::vector<int>& wanted) {
  if (wanted.empty()) return Cause::kValue;
  if (found.size() > wanted.size()) return Cause::kCall;
  return found.front() < wanted.front() ? Cause::kEnding : Cause::kValue;
}

// One launch for each level below the first that has squares, of a block for each of them.
Refusal why_not_a_launch_a_level(const Launches& launches, const Plan& plan) {
  const std::vector<int> wanted = squares_of_levels(plan);
  const auto [found, wrong] = LevelLaunches(launches, wanted);
  // As many launches of more blocks are of lists on which parts stand twice.
  const bool too_long = found.size() == wanted.size() && sum(found) > sum(wanted);
  if (found == wanted || found.empty() || too_long) return {};
  return refusal_at(wrong, cause_of_launches(found, wanted),
                    "the device launches squares_of_level {} times, with {} blocks; the levels "
                    "below the first have {} squares, and each level needs one grid with one block "
                    "per square. A level is launched once, when all blocks of the level before are "
                    "done (M4), and not at all if its list is empty",
                    found.size(), listed(found), listed(wanted));
}

void expect_launches_of_levels(const Outcome& run, int side, std::size_t levels) {
  ASSERT_THAT(run, NoRefusedLaunches())
      << "the device accepts every launch except one of 0 blocks: is the list empty (K6)?";
  ASSERT_THAT(run.launches, HostLaunchCount(2)) << "the host launches the first lines and level 0";
  ASSERT_THAT(run.launches, LaunchCount(levels, Child("squares_of_level")))
      << "a picture of " << side << " × " << side << " pixels has " << levels
      << " levels below the first with a square in them"
      << (side == kNarrow ? ": `side` says whether a square is split, not how many of its pixels "
                            "are in the picture"
                          : "");
  ASSERT_THAT(run.launches, LaunchCountBetween(levels, 2 * levels + 1, Child()))
      << "at most one more grid per level, to launch it";
}

TEST(Mandelbrot, OneLaunchALevel) {
  NEEDS_EMULATOR();
  const std::pair<View, int> pictures[] = {{kEdge, kSide}, {kInside, kSide}, {kEdge, kNarrow}};
  for (const auto& [view, side] : some_of(pictures)) {
    FLAT_PICTURE(flat, view, side, kMost);
    DWELLS_ARE_THERE(flat);
    const Outcome run = run_levels(view, side, kMost);
    ASSERT_THAT(run.launches,
                LaunchesMatcher("one launch per level", [&flat](const Launches& launches) {
                  return why_not_a_launch_a_level(launches, flat.plan);
                }));
    const std::size_t levels = squares_of_levels(flat.plan).size();
    ASSERT_NO_FATAL_FAILURE(expect_launches_of_levels(run, side, levels));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kGridsDrew.somewhere());
  }
}

// Large enough that a grid in between, which the task allows, and a recursion with fire-and-forget
// launches pass, too: of 150 pixels those take 94 and 125 µs, of 256 pixels 94 and 248.
TEST(Mandelbrot, FasterThanTheRecursion) {
  NEEDS_EMULATOR();
  constexpr int kWide = 256, kFew = 16;
  FLAT_PICTURE(flat, kWholeSet, kWide, kFew);
  DWELLS_ARE_THERE(flat);
  const Outcome levels = run_levels(kWholeSet, kWide, kFew);
  ASSERT_THAT(levels, LooksLike(flat));
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by_squares(levels, flat));
  if (!tries_all_cases()) return;
  const Outcome recursive = run_recursive(kWholeSet, kWide, kFew);
  ASSERT_THAT(recursive, LooksLike(flat));
  ASSERT_THAT(recursive, TakesAtMost(460, "the recursion"));
  const double slow = microseconds(recursive.launches);
  EXPECT_THAT(
      levels, Judged("takes half the time", [slow](const Outcome& run) -> Refusal {
        const double fast = microseconds(run.launches);
        if (2 * fast <= slow) return {};
        return because(
            "on the virtual clock the recursion takes {:.0f} µs and the levels {:.0f} µs, more "
            "than half of that: is there one launch per level, and do the blocks fill and compute "
            "their squares themselves?",
            slow, fast);
      }));
  expect_drawn_by_squares(recursive, flat);
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
