// Task 4: one launch per warp, for all of its lanes that have voted for it.
#include <functional>

#include "17-warp-voting/warps.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr int kParts = 8;
constexpr int kBlock = 80;  // of the parent grid, where its launch is not known

// Some warps have no high cell, some a few, some only high ones; also in blocks of other sizes.
std::vector<int> heights_of(int n) {
  std::vector<int> heights(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    heights[i] = 1 + (warp % 4 == 0 ? i % 9 : warp % 4 == 3 ? 60 : i % 5 == 2 ? 70 : 9);
  }
  return heights;
}

constexpr int kLimit = 50;
const WhichGrids kParents = all_but_children("refine");

Outcome run_cells(const std::vector<int>& heights) {
  watch_threads();
  const int n = static_cast<int>(heights.size());
  return EXERCISE(refine_cells, output<int>(n), output<int>(n * kParts), input(heights), n, kLimit);
}

// Block b of refine writes the parts of a high cell; the others are -1 by a memset.
WroteResult RefinedByChildren(const std::vector<int>& heights) {
  return WroteResult(1, "refine").where([heights](int k) { return heights[k / kParts] > kLimit; });
}

// A warp's child that reads what another block's threads write. What the emulator says helps such
// reads in general; here they should not be.
Refusal why_cells_of_others(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" || d.cites != "M4") continue;
    return refusal_at(
        d, Cause::kRace,
        d.message.substr(0, d.message.find(": ")) +
            ". A warp's child must read only cells of this warp: refine counts them from `first`, "
            "the cell of lane 0 whichever lane launches, because bit k of the ballot is lane k. "
            "The launch does not order writes by other blocks (M4)");
  }
  return {};
}

void expect_refined(const Outcome& run, const std::vector<int>& heights) {
  ASSERT_THAT(run, Judged("reads its own cells", why_cells_of_others));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), Elements([&](int i) { return 10 * heights[i]; }));
  ASSERT_THAT(run.result<int>(1).in_rows_of(kParts),
              Elements([&](int k) {
                const int height = heights[k / kParts];
                return height > kLimit ? 10 * height + k % kParts : -1;
              }).mistaking([](int) { return -1; }, "cells that no child refined"))
      << "rows are cells: block b of refine takes the cell of the b-th bit of `voted`, counted "
         "from "
         "the cell `first` of lane 0";
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, LooksAtItsOwnValue(kParents));
  ASSERT_THAT(run, WroteResult(0));
  EXPECT_THAT(run, RefinedByChildren(heights));
}

bool is_refined(const Outcome& run, const std::vector<int>& heights) {
  const Array<int> fine = run.result<int>(1);
  for (std::size_t k = 0; k < fine.size(); ++k) {
    const int height = heights[k / kParts];
    if (height > kLimit && fine[k] != 10 * height + static_cast<int>(k) % kParts) return false;
  }
  return true;
}

// Two calls get the same cells. So what the first has left would not be seen, but for a launch that
// is refused in the second: its cells are refined by nobody.
void expect_nothing_kept() {
  if (settings().device != DeviceKind::kEmulator) return;
  const std::vector<int> heights = heights_of(160);
  const auto call = [&] { return run_cells(heights); };
  const Outcome accepted = call();
  const auto launches = static_cast<int>(
      std::ranges::count_if(accepted.launches, [](const Launch& l) { return !l.from_host(); }));
  // A program that finds another way to refine the cells of a refused launch keeps nothing.
  if (launches == 0 || is_refined(run_refusing(1, call), heights)) return;
  const Outcome second = [&] {
    const CalledTwice twice;
    return run_refusing(launches + 1, call);
  }();
  EXPECT_THAT(
      second,
      (Judged{"keeps nothing", [heights](const Outcome& run) -> Refusal {
                if (run.launches.refused().empty() || !is_refined(run, heights)) return {};
                return because(
                    "refine_cells was called twice, the first launch of refine was refused in the "
                    "second call, and yet its cells are refined: `fine` still holds what the first "
                    "call wrote. Set it to -1 in every call: what is not refined is -1");
              }}));
}

TEST(Votes, HighCellsAreRefined) {
  for (const int n : {400, 333, 1}) {
    const std::vector<int> heights = heights_of(n);
    expect_refined(run_cells(heights), heights);
    if (HasFailure()) return;
  }
  {
    const CalledTwice twice;
    const std::vector<int> heights = heights_of(100);
    expect_refined(run_cells(heights), heights);
  }
  if (!HasFailure()) expect_nothing_kept();
}

// The threads of a block of the parent grid.
int block_of_cells(const Launches& launches) {
  for (const Launch& l : launches) {
    const Launch* parents = Child("refine").matches(l) ? launches.find(l.parent) : nullptr;
    if (parents != nullptr) return parents->block.x;
  }
  return kBlock;
}

// High cells of each warp that has some, most first.
std::vector<int> high_cells(const std::vector<int>& heights, int block) {
  std::vector<int> counts;
  for (const Lanes warp : warps_of(static_cast<int>(heights.size()), block)) {
    int high = 0;
    for (int i = warp.first; i < warp.first + warp.count; ++i) {
      high += i < static_cast<int>(heights.size()) && heights[i] > kLimit;
    }
    if (high > 0) counts.push_back(high);
  }
  std::ranges::sort(counts, std::greater<>());
  return counts;
}

std::vector<Opinions> opinions_of_cells(const std::vector<int>& heights, int block) {
  const int n = static_cast<int>(heights.size());
  std::vector<Opinions> all;
  for (const Lanes warp : warps_of(n, block)) {
    all.push_back(opinions_of(warp, block, std::clamp(n - warp.first, 0, 32), 0));
    for (int lane = 0; lane < warp.count && warp.first + lane < n; ++lane)
      if (heights[warp.first + lane] > kLimit) all.back().yes |= 1U << lane;
  }
  return all;
}

Refusal why_not_one_a_warp(const Launches& launches, const std::vector<int>& asked) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (Child("refine").matches(l)) found.push_back(&l);
  }
  if (found.empty()) return because("no kernel launches refine yet");
  if (found.size() != asked.size()) {
    return refusal_at(found.front(),
                      "{} launches of refine, where {} warps have a high cell: the lanes of a warp "
                      "vote, and one of them launches for all of them, if there is anything to do. "
                      "Each thread that reaches a launch launches its own grid (K2)",
                      found.size(), asked.size());
  }
  std::ranges::sort(found, std::greater<>(), [](const Launch* l) { return l->grid.x; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto blocks = static_cast<int>(found[i]->grid.x);
    if (blocks == asked[i]) continue;
    return refusal_at(found[i],
                      "{} has {} blocks for a warp with {} high cells: launch one block per high "
                      "cell, __popc of the ballot",
                      launch_words(*found[i]), blocks, asked[i]);
  }
  return {};
}

TEST(Votes, OneLaunchAWarp) {
  NEEDS_EMULATOR();
  const std::vector<int> heights = heights_of(333);
  const Outcome run = run_cells(heights);
  const std::vector<int> asked = high_cells(heights, block_of_cells(run.launches));
  ASSERT_THAT(run.launches, NoRefusedLaunches())
      << "a warp in which no lane votes yes must not launch: a grid of 0 blocks is error 9 (K6)";
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run, LooksAtItsOwnValue(kParents));
  ASSERT_THAT(run.launches, (LaunchesMatcher{"one launch per warp", [asked](const Launches& l) {
                                               return why_not_one_a_warp(l, asked);
                                             }}));
  ASSERT_THAT(run, LanesExchangeValues(opinions_of_cells(heights, block_of_cells(run.launches))));
  EXPECT_THAT(run, RefinedByChildren(heights).somewhere());
}

// A read of the last error that is there, and not that of the launching thread after its launch.
const ApiCall* other_read(const Outcome& run, const Launch& unread) {
  for (const ApiCall& call : run.device_calls) {
    const bool is_read = call.name == "cudaGetLastError" || call.name == "cudaPeekAtLastError";
    if (is_read && call.file == unread.file) return &call;
  }
  return nullptr;
}

// Lanes of a warp are threads: who launches asks.
Refusal why_read_by_another(const Outcome& run) {
  for (const Launch& l : run.launches) {
    const ApiCall* read = l.from_host() || l.error_seen ? nullptr : other_read(run, l);
    if (read == nullptr) continue;
    return refusal_at(l, Cause::kCall,
                      "block {} thread {} launches {} here and does not read its error. {} is "
                      "called at line {}, {}: each thread has its own last error (R1). Let the "
                      "lane that launches read it, right after the launch (R3)",
                      l.parent_block.x, l.parent_thread.x, l.kernel, read->name, read->line,
                      read->line > l.line ? "by another thread, which reads its own error"
                                          : "before the launch or by another thread");
  }
  return {};
}

TEST(Votes, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_cells(heights_of(200));
  ASSERT_THAT(run.launches, Contains(Child("refine"))) << "no kernel launches refine yet";
  ASSERT_THAT(run, ReportMatcher("reads errors where they are", why_read_by_another));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, LooksAtItsOwnValue(kParents));
  ASSERT_THAT(run, RefinedByChildren(heights_of(200)).somewhere());
  expect_errors_returned([] { return run_cells(heights_of(200)); });
}

}  // namespace
