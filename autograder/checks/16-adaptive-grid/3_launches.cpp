// Task 3: with any pool, by one launch of the host.
#include "16-adaptive-grid/grids.h"
#include "shared/host_calls.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// Why leaves are wrong after a refused launch whose error the host did not get.
Refusal why_not_made_up(const Outcome& run, const Rules& rules) {
  for (const auto question : {why_not_covered, why_not_close, why_too_many}) {
    Refusal wrong = question(run, rules);
    if (wrong.why.empty()) continue;
    if (run.launches.refused().empty()) return wrong;
    const Launch& refused = run.launches.refused().front();
    wrong.why = fmt::format(
        "this launch of {} was refused with {} ({}){}. The launching block must do the work of the "
        "refused grid itself, and the parts that result must be divided in turn, by further "
        "launches or by the same block. What is wrong now: {}",
        refused.kernel, refused.error_name, refused.error,
        refused.error == kPoolIsFull.code ? ", as when the pool is full" : "", wrong.why);
    return refusal_at(refused, Cause::kCall, wrong.why);
  }
  return {};
}

const char* const kNoRoomAlone =
    "this happens when a launch is refused, as with a full pool (L2), in the block that does the "
    "work of the refused grid. If it keeps a stack of cells to test, the stack is too small: a "
    "block that divides a cell and continues with one of its parts leaves three waiting, at each "
    "level down to max_level, which may be 7. From one cell of level 1, that is up to 1 + 3 * 6 "
    "cells at once";

// The error of a launch that was refused, which a program can only return if it has read it.
bool is_told_to_the_host(const Outcome& run) {
  return std::ranges::any_of(run.launches.refused(), [&](const Launch& refused) {
    return refused.error == run.returned<int>();
  });
}

// The leaves are right all the same, or the host is told that a launch was refused.
void expect_made_up(const Outcome& run, const Rules& rules, int number) {
  const std::string when =
      fmt::format("{}, and with launch {} of the device refused", words(rules), number);
  ASSERT_THAT(run,
              NoFinding("missing-fence", "",
                        "the block that does the work of a refused launch reads what other blocks "
                        "wrote: each block needs a fence before the atomic that counts it as done, "
                        "and the last block needs another one after that atomic (M4)"))
      << when;
  if (!run.launches.refused().empty()) {
    ASSERT_THAT(run, NoFinding("out-of-bounds", "", kNoRoomAlone)) << when;
  }
  ASSERT_THAT(run, FinishedCleanly()) << when;
  if (is_told_to_the_host(run)) return;
  ASSERT_THAT(run, ReturnsNoError()) << when;
  ASSERT_THAT(run,
              Judged("loses nothing", [&](const Outcome& o) { return why_not_made_up(o, rules); }))
      << when;
  expect_refined_on_the_device(run, rules);
}

/// A launch that is refused; who launches less often has none to refuse.
struct Refused {
  Rules rules;
  int number;
  LaunchError error = kPoolIsFull;
};

void expect_made_up_for(const Refused& refused) {
  if (testing::Test::HasFatalFailure()) return;
  const Outcome run = run_refusing(
      refused.number, [&] { return run_grid(refused.rules); }, refused.error);
  expect_made_up(run, refused.rules, refused.number);
}

TEST(AdaptiveGrid, NothingIsLost) {
  for (const int few : some_of({32, 100, 2048})) {
    const int pool = slots_in_pool(few);
    expect_grid({kFront, kTolerance, 0, 5, pool});
    expect_grid({kObstacle, kTolerance, 3, 6, pool});
  }
  // Cells of all levels: of one launch per level the first, one between and the last. Who makes up
  // for the first depth first has as many cells waiting as there can be: those along the step are
  // upper right parts, level after level, those between the needle and the middle are of any place.
  const Rules step{kStep, kTolerance, 0, 7, kPool}, needle{kNeedle, 3e-6f, 0, 7, kPool},
      front{kFront, 0.2f, 1, 4, kPool};
  for (const Refused& one : some_of({Refused{step, 1}, {step, 4}, {step, 7}, {needle, 1}}))
    expect_made_up_for(one);
  // Whoever returns 69 without having read it is wrong with the other error.
  for (const Refused& one : some_of({Refused{front, 1, kTooFewResources},
                                     {front, 1},
                                     {front, 2, kTooFewResources},
                                     {front, 2}}))
    expect_made_up_for(one);
}

// Copies of arrays that the host makes before all is done, and memory that it shares with kernels.
Refusal why_host_helps(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    const bool copies = is_copy_of_an_array(call) && call.launches_before == 0;
    const bool shares = call.name == "cudaMallocManaged" || call.name == "cudaMallocHost" ||
                        call.name == "cudaHostAlloc" || call.name == "cudaHostRegister";
    if (!copies && !shares) continue;
    return refusal_at(call, Cause::kCall,
                      "the host calls {}{}: it must launch one grid and copy nothing before that "
                      "grid is complete. The device itself must find out which cells to divide",
                      call.name, copies ? " before the launch" : "");
  }
  return {};
}

TEST(AdaptiveGrid, OneLaunchByTheHost) {
  NEEDS_EMULATOR();
  const Outcome run = run_grid(kFrontRules);
  ASSERT_THAT(run.launches, HostLaunchCount(1))
      << "the host launches once, then waits until all work is complete";
  ASSERT_THAT(run, ReportMatcher("works on the device", why_host_helps));
  ASSERT_THAT(run, Covers(kFrontRules));
  EXPECT_THAT(run, FinishedCleanly());
  expect_refined_on_the_device(run, kFrontRules);
}

TEST(AdaptiveGrid, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Rules roomy{kFront, kTolerance, 1, 5, kPool}, tight{kFront, kTolerance, 1, 5, 32};
  const Outcome run = run_grid(roomy);
  ASSERT_THAT(run, Covers(roomy)) << words(roomy);
  EXPECT_THAT(run.launches, EveryLaunchChecked());
  EXPECT_THAT(run_grid(tight).launches, EveryLaunchChecked()) << words(tight);
  ASSERT_NO_FATAL_FAILURE(expect_refined_on_the_device(run, roomy));
  expect_host_errors_returned(run.launches, [&] { return run_grid(roomy); });
}

}  // namespace
