// Task 3: memory accesses that order what they should.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "24-ptx/inline_ptx.h"
#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_sums(const std::vector<int>& numbers, int runs) {
  return EXERCISE(sum_again, output<int>(static_cast<std::size_t>(runs)), input(numbers),
                  static_cast<int>(numbers.size()), runs);
}

// Something that one block stored is read by another's child, and their order is not whole.
bool lacks_order_between_blocks(const Outcome& run) {
  return std::ranges::any_of(run.diagnostics, [](const Diagnostic& d) { return d.cites == "M4"; });
}

// The block is counted by an atom that says acq_rel: release alone hands on this block's part, and
// acquire alone takes the others'. A fence beside such an atom can do what it leaves undone; then
// nothing is found. An atom that says neither is told of by the race that it leaves.
ReportMatcher CountsInOrder() {
  return {"counts with acq_rel", [](const Outcome& run) -> Refusal {
            if (!lacks_order_between_blocks(run)) return {};
            for (const ApiCall& call : run.device_calls) {
              const bool half = call.name.find(".release") != std::string::npos ||
                                call.name.find(".acquire") != std::string::npos;
              if (!call.name.starts_with("atom.") || !half) continue;
              return refusal_at(call, Cause::kCall,
                                "{} counts the block, but is not acq_rel: release publishes what "
                                "this block stored, acquire makes visible what the other blocks "
                                "stored, and the last block's child needs both (M4). Write "
                                "atom.acq_rel.gpu",
                                call.name);
            }
            return {};
          }};
}

ReportMatcher CountsBlocks() {
  return {"counts blocks", [](const Outcome& run) -> Refusal {
            if (times_run(run, "atom.") > 0) return {};
            return because(
                "no block counts itself in *arrived by an inline PTX atom. The last block to "
                "arrive launches add_up. It need not be the one with the largest number: only the "
                "counter tells which it is. Write the instruction itself, by asm volatile, not the "
                "function that stands for it");
          }};
}

WroteResult AddedUpByChildren() { return WroteResult(0, "add_up").of("sum_blocks"); }

constexpr int kTriedAlone = 1000;  // as many numbers are first added up in a single run

// Of several runs the order between blocks is lost in a later one.
Refusal why_later_run(const Outcome& run, int n, int runs) {
  const auto found = std::ranges::find(run.diagnostics, "M4", &Diagnostic::cites);
  if (n != kTriedAlone || runs == 1 || found == run.diagnostics.end()) return {};
  const std::string words = fmt::format(
      "a single run is in order, but of {} runs a later one is not. Most likely *arrived is not 0 "
      "when it begins, so a block that is not the last takes itself for the last. atom.inc wraps "
      "around to 0 at its limit: the limit must be gridDim.x - 1. As a result:\n{}",
      runs, diagnostic_words(*found));
  const auto counts = std::ranges::find_if(
      run.device_calls, [](const ApiCall& call) { return call.name.starts_with("atom."); });
  if (counts == run.device_calls.end()) return refusal_at(*found, cause_of(found->rule), words);
  return refusal_at(*counts, cause_of(found->rule), words);
}

ReportMatcher CountsEachRun(int n, int runs) {
  return {"counts the blocks of each run",
          [=](const Outcome& run) { return why_later_run(run, n, runs); }};
}

int blocks_of(int n) { return (n + 127) / 128; }

// Blocks sum their own numbers, and the child adds up what they have found: the other blocks, too,
// whose order before the launch is what the task is about.
void expect_parts_of_blocks(const Outcome& run, int n) {
  const int others = blocks_of(n) - 1;
  ASSERT_THAT(run, ReadsFromParent("add_up", "sum_blocks", blocks_of(n)));
  ASSERT_THAT(run, ReadsFromOtherBlocks("add_up", "sum_blocks", others));
  ASSERT_THAT(run, ReadsOwnData(all_grids(), blocks_of(n) + 4, 4,
                                "a thread of sum_blocks reads one of the numbers, and add_up reads "
                                "the sums that the blocks found, not the numbers again"));
}

// The sums of all runs are right, or the cause is named.
void expect_sums(int n, int runs) {
  const std::vector<int> numbers = numbers_for(n);
  const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  watch_reads();
  watch_threads();
  const Outcome run = run_sums(numbers, runs);
  ASSERT_THAT(run, Keeps("careless-asm")) << kClobbers;
  ASSERT_THAT(run, CountsInOrder());
  ASSERT_THAT(run, NoFinding("missing-fence", "",
                             "or let the atom do it: with .acq_rel.gpu, which the task names, it "
                             "publishes what its thread stored and what a barrier ordered before "
                             "it, and makes visible what others published"));
  ASSERT_THAT(run, CountsEachRun(n, runs));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([sum](int r) {
                return sum + r;
              }).mistaking([](int) { return kUntouched; }, "a sum that no child has written"));
  ASSERT_THAT(run, AddedUpByChildren());
  ASSERT_NO_FATAL_FAILURE(expect_parts_of_blocks(run, n));
}

TEST(Ptx, SumsAreRight) {
  for (const auto& [n, runs] :
       {std::pair{kTriedAlone, 1}, {kTriedAlone, 4}, {200, 3}, {128, 2}, {1, 3}, {1300, 16}})
    ASSERT_NO_FATAL_FAILURE(expect_sums(n, runs));
  const CalledTwice twice;
  expect_sums(200, 3);
}

TEST(Ptx, OneChildARun) {
  NEEDS_EMULATOR();
  watch_reads();
  watch_threads();
  const Outcome run = run_sums(numbers_for(1000), 3);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_NO_FATAL_FAILURE(expect_ptx(run, {"red.", "bar"}));
  ASSERT_THAT(run, CountsBlocks());
  ASSERT_THAT(run, CallsNoFunctionFor(kAtomics));
  ASSERT_THAT(run, RunsInPtx("red.", 3 * blocks_of(1000), Cause::kCall));
  ASSERT_THAT(run, RunsInPtx("bar", 3 * 128 * blocks_of(1000), Cause::kCall));
  ASSERT_THAT(run, RunsInPtx("atom.", 3 * blocks_of(1000), Cause::kCall));
  EXPECT_THAT(run.launches, HostLaunchCount(3));
  EXPECT_THAT(run.launches,
              LaunchCount(3, Child("add_up").of("sum_blocks").with_grid(1).with_block(1)));
  EXPECT_THAT(run.launches, LaunchCount(3, Child()));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, AddedUpByChildren().somewhere());
  ASSERT_NO_FATAL_FAILURE(expect_parts_of_blocks(run, 1000));
  expect_errors_returned([] { return run_sums(numbers_for(1000), 1); });
}

}  // namespace
