// Checks of lesson 01: who launches, how many grids of which shape that makes, and who hears of a
// launch that was refused.
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/one_block.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::ReturnsNoError;

constexpr int kParentBlock = 64;  // of the parent grids, where their launch is not known
constexpr int kPoolIsFull = 69;

// ---- Which thread launched what -----------------------------------------------------------------

// The grid in which children are launched; null where launches are not known.
const Launch* parents_of_children(const Launches& launches) {
  for (const Launch& l : launches) {
    if (!l.from_host()) return launches.find(l.parent);
  }
  return nullptr;
}

int block_of_parents(const Launches& launches) {
  const Launch* parents = parents_of_children(launches);
  return parents == nullptr ? kParentBlock : parents->block.x;
}

// The number of the launching thread in its whole grid.
int launching_thread(const Launches& launches, const Launch& l) {
  const Launch* parent = launches.find(l.parent);
  return l.parent_block.x * (parent == nullptr ? kParentBlock : parent->block.x) +
         l.parent_thread.x;
}

Refusal refusal_at(const Launch& l, const std::string& why) { return {why, l.file, l.line}; }

// A thread that should have launched has perhaps tried to.
Refusal why_missing(const Launches& launches, int thread, std::size_t seen, std::size_t asked) {
  for (const Launch& l : launches.refused()) {
    if (l.from_host() || launching_thread(launches, l) != thread) continue;
    return refusal_at(l, fmt::format("the launch of {} by thread {} was refused: {} ({})", l.kernel,
                                     thread, l.error_name, l.error));
  }
  return {fmt::format("thread {} should launch a child and does not; {} of {} threads do (K2)",
                      thread, seen, asked),
          {},
          0};
}

Refusal why_not_launched_by(const Launches& launches, const std::set<int>& asked) {
  std::set<int> seen;
  for (const Launch& l : launches) {
    if (l.from_host()) continue;
    const int thread = launching_thread(launches, l);
    const std::string who =
        fmt::format("thread {} of {} (block {}, thread {} in it) launches {}", thread,
                    l.parent_kernel, l.parent_block.x, l.parent_thread.x, l.kernel);
    if (!asked.contains(thread)) {
      return refusal_at(l,
                        who +
                            " and should launch nothing: each thread that reaches a launch makes "
                            "a grid of its own (K2). Who is to launch is asked of the number "
                            "of the thread in the whole grid, blockIdx.x * blockDim.x + "
                            "threadIdx.x");
    }
    if (!seen.insert(thread).second) return refusal_at(l, who + " more than once");
  }
  for (const int thread : asked) {
    if (!seen.contains(thread)) return why_missing(launches, thread, seen.size(), asked.size());
  }
  return {};
}

// Just the threads of the set `asked` launched a child, one each.
LaunchesMatcher LaunchedByThreads(const std::set<int>& asked) {
  return {"children of just the threads that should launch",
          [asked](const Launches& launches) { return why_not_launched_by(launches, asked); }};
}

// ---- What was launched --------------------------------------------------------------------------

LaunchesMatcher LaunchesAny(const std::string& kernel) {
  return {"launches " + kernel, [kernel](const Launches& launches) -> Refusal {
            for (const Launch& l : launches) {
              if (Child(kernel).matches(l)) return {};
            }
            return {fmt::format("no thread launches a child grid of {}, the kernel that the "
                                "exercise names\n{}",
                                kernel, summary(launches)),
                    {},
                    0,
                    Cause::kValue};
          }};
}

std::string why_other_shape(const Launch& l, int threads) {
  if (l.grid == Dim(threads) && l.block == Dim(1))
    return ". In <<<…>>> the number of blocks comes first, then the threads in a block (K1)";
  if (l.grid == Dim(1) && l.block.x < threads) {
    return ", the last one too: threads that have no element to write do nothing, and all children "
           "have the same shape";
  }
  return {};
}

// Children of one block with `threads` threads.
LaunchesMatcher OneBlockOf(int threads, const std::string& kernel) {
  return {fmt::format("every {} has one block of {} threads", kernel, threads),
          [=](const Launches& launches) -> Refusal {
            for (const Launch& l : launches) {
              if (!Child(kernel).matches(l) || (l.grid == Dim(1) && l.block == Dim(threads)))
                continue;
              return refusal_at(
                  l,
                  fmt::format("{}, from block {} thread {}: each {} should be one block of {}{}",
                              launch_words(l), l.parent_block.x, l.parent_thread.x, kernel,
                              counted(threads, "thread", "threads"), why_other_shape(l, threads)));
            }
            return {};
          }};
}

// The call that set the pool of pending launches; null when none did.
const ApiCall* call_of_pool(const Outcome& run) {
  const ApiCall* found = nullptr;
  for (const ApiCall& call : run.host_calls) {
    const bool is_of_pool =
        call.detail.find("cudaLimitDevRuntimePendingLaunchCount") != std::string::npos;
    if (call.name == "cudaDeviceSetLimit" && call.result == 0 && is_of_pool) found = &call;
  }
  return found;
}

// No launch was refused because the exercise itself has made the pool too small.
ReportMatcher PoolHasRoom() {
  return {"has made the pool large enough", [](const Outcome& run) -> Refusal {
            const ApiCall* call = call_of_pool(run);
            if (call == nullptr) return {};
            for (const Launch& l : run.launches.refused()) {
              if (l.error != kPoolIsFull) continue;
              return {fmt::format(
                          "{}, line {}: the launch of {} at line {} was refused with error 69, "
                          "for the pool of pending launches was full. Its size was set here ({}; "
                          "the card rounds less than 32 up to 32). Each child has a place from its "
                          "launch until it is complete, waiting or running (L3), and may start "
                          "after its parent has ended (K4): set room for all grids that may be "
                          "pending, or leave the 2048 that there are (L1, L9)",
                          call->name, call->line, l.kernel, l.line, call->detail),
                      call->file, call->line, Cause::kCall};
            }
            return {};
          }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

void expect_records(int parents, int children) {
  const Outcome run = EXERCISE(record_families, output<int>(parents * children), parents, children);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run, ReturnsNoError());
  const int in_first_block = children * block_of_parents(run.launches);
  ASSERT_THAT(run.result<int>(0).in_rows_of(children),
              Elements([=](int i) { return 1000 * (i / children) + i % children; })
                  .mistaking([=](int i) { return i < in_first_block ? -2 : -1; },
                             "records that no child wrote, those of the first block being right: a "
                             "parent's number counts through the whole grid, blockIdx.x * "
                             "blockDim.x + threadIdx.x; threadIdx.x alone starts again at 0 in "
                             "each block")
                  .mistaking([](int) { return -1; }, "records that no child wrote")
                  .mistaking([=](int i) { return i < parents ? 1000 * i : -1; },
                             "what children of one thread a block write: the number of blocks "
                             "comes first in <<<…>>> (K1)"));
  EXPECT_THAT(run, WroteResult(0, "record_child"));
}

TEST(FirstChildGrid, RecordsOfEveryFamily) {
  for (const auto& [parents, children] : {std::pair{5, 3}, {100, 7}}) {
    expect_records(parents, children);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_records(70, 2);
}

TEST(FirstChildGrid, OneChildPerParentThread) {
  NEEDS_EMULATOR();
  const int parents = 70, children = 7;  // two blocks, the second with 58 threads to spare
  const Outcome run = EXERCISE(record_families, output<int>(parents * children), parents, children);
  std::set<int> asked;
  for (int p = 0; p < parents; ++p) asked.insert(p);
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run.launches, LaunchesAny("record_child"));
  ASSERT_THAT(run.launches, OneBlockOf(children, "record_child"));
  ASSERT_THAT(run.launches, LaunchedByThreads(asked));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "record_child").somewhere());
}

// ---- Task 2 -------------------------------------------------------------------------------------

void expect_groups(int n, int k) {
  const Outcome run = EXERCISE(claim_groups, output<int>(n), n, k);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([k](int i) {
                return i / k * k;
              }).mistaking([](int) { return -1; }, "elements that no child wrote"))
      << "with n = " << n << " and k = " << k;
  EXPECT_THAT(run, WroteResult(0, "claim_group"));
}

TEST(FirstChildGrid, GroupsAreClaimed) {
  for (const auto& [n, k] : {std::pair{100, 7}, {128, 32}, {5, 64}}) {
    expect_groups(n, k);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_groups(70, 30);
}

TEST(FirstChildGrid, OnlyEveryKthThreadLaunches) {
  NEEDS_EMULATOR();
  // k divides 96 but not 100, both with threads to spare in the last block.
  for (const auto& [n, k] : {std::pair{100, 7}, {96, 32}, {3, 1024}}) {
    const Outcome run = EXERCISE(claim_groups, output<int>(n), n, k);
    std::set<int> asked;
    for (int first = 0; first < n; first += k) asked.insert(first);
    ASSERT_THAT(run, PoolHasRoom());
    ASSERT_THAT(run.launches, LaunchesAny("claim_group"));
    ASSERT_THAT(run.launches, OneBlockOf(k, "claim_group"));
    ASSERT_THAT(run.launches, LaunchedByThreads(asked));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, WroteResult(0, "claim_group").somewhere());
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

bool can_run(int width) { return width > 0 && width <= 1024; }

// Each width was asked of CUDA, those that it refuses too: only CUDA can tell what it says.
Refusal why_not_asked(const Outcome& run, const std::vector<int>& widths) {
  std::map<int, int> missing;
  for (const int width : widths) missing[width] += can_run(width) ? 0 : 1;
  for (const Launch& l : run.launches.refused()) --missing[l.block.x];
  for (const auto& [width, launches] : missing) {
    if (launches <= 0) continue;
    return {fmt::format("no launch with {} threads was tried: the program itself judges what a "
                        "block can have. Launch every row, and return what cudaGetLastError() says "
                        "to that launch (K6, K12)",
                        width),
            {},
            0};
  }
  return {};
}

// How many rows lie between two that one thread launches, where each thread takes every so many-th.
int rows_between(const Launches& launches) {
  const Launch* parents = parents_of_children(launches);
  return parents == nullptr ? kParentBlock : parents->grid.x * parents->block.x;
}

// A row after a refused one of the same thread: an error that was read but not cleared is read
// again.
bool is_after_refused(const std::vector<int>& widths, int row, int between) {
  return row >= between && !can_run(widths[row - between]);
}

// The same, where it is never cleared.
bool is_behind_refused(const std::vector<int>& widths, int row, int between) {
  for (int before = row - between; before >= 0; before -= between)
    if (!can_run(widths[before])) return true;
  return false;
}

// Which row is launched first is for the exercise to choose.
Refusal why_other_code(const Outcome& run, int pitch, const checks::LaunchError& error) {
  const Array<int> table = run.result<int>(0), codes = run.result<int>(1);
  const std::string advice = fmt::format(
      "when the first launch is refused with {}: return what CUDA said, not what the width lets "
      "one expect (K12)",
      error.told);
  int refused = 0;
  for (int row = 0; row < static_cast<int>(codes.size()); ++row) {
    const bool is_written = table[row * pitch] == row + 1;
    const int right = is_written ? 0 : error.code;
    if (codes[row] == right) {
      refused += is_written ? 0 : 1;
      continue;
    }
    return checks::because(
        fmt::format("codes[{}] is {}; it should be {}, for the launch of row "
                    "{} was {}\n{}",
                    row, codes[row], right, row, is_written ? "accepted" : "refused", advice));
  }
  if (refused == 1) return {};
  return checks::because(fmt::format("{} of {} codes are {} where one launch was refused\n{}",
                                     refused, codes.size(), error.code, advice));
}

// CUDA has more to say than 0 and 9: of two good rows one is refused, as by a full pool or for
// want of resources. Who knows one of these codes by heart does not know which it is.
void expect_codes_of_refusals() {
  if (settings().device != DeviceKind::kEmulator) return;
  const auto fill_two = [] {
    return EXERCISE(fill_rows, output<int>(2 * 8), output<int>(2), input(std::vector<int>{8, 8}), 2,
                    8);
  };
  for (const checks::LaunchError& error : {checks::kPoolIsFull, checks::kTooFewResources}) {
    const Outcome run = checks::run_refusing(1, fill_two, error);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, (checks::Judged{"codes what CUDA said", [&error](const Outcome& outcome) {
                                       return why_other_code(outcome, 8, error);
                                     }}));
  }
}

// The threads that find an error in the first call launch well in the second, too.
void expect_codes_in_two_calls() {
  const std::vector<int> widths = {3, 2000, 0, 4};
  const CalledTwice twice;
  const Outcome run = EXERCISE(fill_rows, output<int>(4 * 4), output<int>(4), input(widths), 4, 4);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(4), Elements([&](int i) {
                return can_run(widths[i / 4]) && i % 4 < widths[i / 4] ? i / 4 + 1 : -1;
              }));
  EXPECT_THAT(run.result<int>(1), Elements([&](int row) { return can_run(widths[row]) ? 0 : 9; }));
}

TEST(FirstChildGrid, CodesOfTheLaunches) {
  std::vector<int> widths = {5, 0, 64, 2000, 1, 1025, 1024};
  widths.resize(2 * kParentBlock + 6, 2);  // second launches of all threads, and a third of some
  widths[kParentBlock + 3] = 2000;         // one is refused again
  const int rows = static_cast<int>(widths.size()), pitch = 1024;
  const auto can_run = [&](int row) { return ::can_run(widths[row]); };
  const Outcome run =
      EXERCISE(fill_rows, output<int>(rows * pitch), output<int>(rows), input(widths), rows, pitch);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const ReportMatcher asks_cuda = {
      "asks CUDA", [&](const Outcome& outcome) { return why_not_asked(outcome, widths); }};
  ASSERT_THAT(run, asks_cuda);
  EXPECT_THAT(run.result<int>(0).in_rows_of(pitch), Elements([&](int i) {
                const int row = i / pitch, column = i % pitch;
                return can_run(row) && column < widths[row] ? row + 1 : -1;
              }));
  const auto is_after_refused = [&widths, between = rows_between(run.launches)](int row) {
    return ::is_after_refused(widths, row, between);
  };
  const auto is_behind_refused = [&widths, between = rows_between(run.launches)](int row) {
    return ::is_behind_refused(widths, row, between);
  };
  EXPECT_THAT(
      run.result<int>(1),
      Elements([&](int row) { return can_run(row) ? 0 : 9; })
          .mistaking(
              [&](int row) { return can_run(row) || is_behind_refused(row) ? 0 : 9; },
              "a launch that worked; but the same thread was refused twice, and its first "
              "error was still there when the second came: cudaGetLastError() clears it (R2)")
          .mistaking([](int) { return 0; },
                     "a launch that worked, but widths of 0 or more than "
                     "1024 threads cannot work: the launching thread's "
                     "last error says so (K6, K12)")
          .mistaking([&](int row) { return !can_run(row) || is_behind_refused(row) ? 9 : 0; },
                     "the error of the launch before: the thread has read it, but it stays until "
                     "cudaGetLastError() clears it; cudaPeekAtLastError() does not (R2)")
          .mistaking([&](int row) { return is_after_refused(row) ? 9 : 0; },
                     "the answer to the launch before: the error is read before the "
                     "launch that it should tell about, so each row gets that of the row "
                     "before it (K12)"));
  EXPECT_THAT(run, WroteResult(0, "fill_row").where([&](int i) {
    return can_run(i / pitch) && i % pitch < widths[i / pitch];
  }));
  if (!HasFailure()) expect_codes_of_refusals();
  if (!HasFailure()) expect_codes_in_two_calls();
  ASSERT_THAT(run.launches, LaunchesAny("fill_row"));
  ASSERT_NO_FATAL_FAILURE(checks::expect_one_block(run, {"fill_row"}));
}

// ---- Task 4 -------------------------------------------------------------------------------------

// branches to the power of level, as far as there are levels.
int grids_at(int level, int branches, int last_level) {
  if (level > last_level) return 0;
  int grids = 1;
  for (int l = 0; l < level; ++l) grids *= branches;
  return grids;
}

Outcome run_tree(int branches, int last_level) {
  return EXERCISE(count_levels, output<int>(last_level + 2), branches, last_level);
}

TEST(FirstChildGrid, AChainEndsAtTheLastLevel) {
  for (const int last_level : {0, 12, 40}) {  // grids of CDP2 nest as deep as the pool has room
    const Outcome run = run_tree(1, last_level);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, PoolHasRoom());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0), Elements([&](int l) { return grids_at(l, 1, last_level); }));
    // Somewhere: hosts may add up what grids have counted.
    EXPECT_THAT(run,
                WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
  }
}

void expect_levels(int branches, int last_level) {
  const Outcome run = run_tree(branches, last_level);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, PoolHasRoom());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([&](int l) { return grids_at(l, branches, last_level); }));
  EXPECT_THAT(run, WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
}

TEST(FirstChildGrid, LevelsAreCounted) {
  // The second tree is wide: many more grids than levels are pending.
  for (const auto& [branches, last_level] : {std::pair{3, 4}, {40, 1}}) {
    expect_levels(branches, last_level);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_levels(2, 2);
}

// Level by level: how many grids, each launched by a thread of its own.
Refusal why_wrong_tree(const Launches& launches, int branches, int last_level) {
  std::map<int, int> grids;
  std::set<std::pair<int, int>> launchers;
  for (const Launch& l : launches) {
    ++grids[l.depth];
    if (!l.from_host() && !launchers.insert({l.parent, l.parent_thread.x}).second) {
      return refusal_at(l,
                        fmt::format("thread {} of a grid at level {} launches more than one grid",
                                    l.parent_thread.x, l.depth - 1));
    }
  }
  for (int level = 0; level <= last_level; ++level) {
    const int asked = grids_at(level, branches, last_level);
    if (grids[level] == asked) continue;
    return {
        fmt::format("level {} has {} grids instead of {}: every thread of the level above should "
                    "launch one (K2)",
                    level, grids[level], asked),
        {},
        0};
  }
  return {};
}

LaunchesMatcher FormsATree(int branches, int last_level) {
  return {"a tree in which every thread above the last level launches one grid",
          [=](const Launches& l) { return why_wrong_tree(l, branches, last_level); }};
}

TEST(FirstChildGrid, TreeHasItsShape) {
  NEEDS_EMULATOR();
  const int branches = 3, last_level = 3;
  const Outcome run = run_tree(branches, last_level);
  ASSERT_THAT(run.launches, LaunchesAny("descend"));
  ASSERT_THAT(run.launches, OneBlockOf(branches, "descend"));
  ASSERT_THAT(run.launches, NoLaunchBeyond(last_level));
  ASSERT_THAT(run.launches, FormsATree(branches, last_level));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "descend").launched_anywhere().first(last_level + 1).somewhere());
}

// ---- All tasks ----------------------------------------------------------------------------------

TEST(FirstChildGrid, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome families = EXERCISE(record_families, output<int>(70 * 7), 70, 7);
  const Outcome groups = EXERCISE(claim_groups, output<int>(100), 100, 7);
  const Outcome tree = run_tree(2, 2);
  for (const Outcome* run : {&families, &groups, &tree}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    ASSERT_THAT(run->launches, EveryLaunchChecked());
  }
  const auto run_families = [] { return EXERCISE(record_families, output<int>(3 * 2), 3, 2); };
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned(run_families));
  const auto run_groups = [] { return EXERCISE(claim_groups, output<int>(10), 10, 4); };
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned(run_groups));
  checks::expect_errors_returned([] { return run_tree(1, 2); });
}

}  // namespace
