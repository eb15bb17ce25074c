// Task 3: memory for a list, which host and kernels use by turns.
#include <utility>

#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_list(int rounds, int width) {
  return EXERCISE(grow_list, output<int>(rounds * width), rounds, width);
}

int added_from(int round, int rounds) {
  int sum = 0;
  for (int r = round; r < rounds; ++r) sum += r + 1;
  return sum;
}

// Children add to the values, in every round to what those of the rounds before have left.
void expect_added_by_children(const Outcome& run, int rounds, int width) {
  EXPECT_THAT(run, WroteResult(0, "add_to_node").allowing_host_values());
  EXPECT_THAT(run.launches, LaunchCount(rounds * (rounds + 1) / 2, Child("add_to_node")));
  EXPECT_THAT(run, Reads("add_to_node", "add_to_node", (rounds - 1) * width));
}

TEST(HostMemories, ListIsRight) {
  watch_reads();
  for (const auto& [rounds, width] : {std::pair{12, 20}, {40, 32}, {1, 32}}) {
    const int count = rounds, each = width;
    const Outcome run = run_list(rounds, width);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(
        run.result<int>(0).in_rows_of(width),
        Elements([=](int k) { return 100 * (k / each) + k % each + added_from(k / each, count); })
            .mistaking([=](int k) { return 100 * (k / each) + k % each; },
                       "nodes to which no kernel added"));
    expect_added_by_children(run, rounds, width);
  }
}

// Between the first launch and the last; before and behind them errors are cleared and read.
Refusal why_symbol_is_copied(const Outcome& run) {
  int last = 0;
  for (const Launch& launch : run.launches) last = std::max(last, launch.id);
  for (const ApiCall& call : run.host_calls) {
    if (call.name.find("Symbol") == std::string::npos) continue;
    if (call.launches_before == 0 || call.launches_before >= last) continue;
    return refusal_at(call,
                      "{} between the rounds: the host and the kernels each have their own "
                      "variable. Use memory for both (cudaMallocManaged, or a __managed__ "
                      "variable, U6)",
                      call.name);
  }
  return {};
}

Refusal why_not_for_both(const Outcome& run) {
  for (const ApiCall& call : run.host_calls)
    if (is_copy_of_an_array(call))
      return refusal_at(
          call,
          "{} copies nodes: their pointers mean nothing in the copy. Use memory that the host and "
          "kernels access through the same pointers (cudaMallocManaged, U6)",
          call.name);
  if (find_call(run, {"cudaMallocManaged"})) return {};
  if (const ApiCall* pinned =
          find_call(run, {"cudaMallocHost", "cudaHostAlloc", "cudaHostRegister"}))
    return refusal_at(pinned,
                      "{}: pinned memory stays with the host, so every kernel and child goes over "
                      "the bus to every node in every round (U2). Managed memory moves to the "
                      "processor that uses it (cudaMallocManaged, U6)",
                      pinned->name);
  if (const ApiCall* other = find_call(run, {"cudaMalloc", "cudaMallocAsync", "cudaMallocPitch"}))
    return refusal_at(other,
                      "{}: the host cannot access that memory; use memory for both host and "
                      "kernels (cudaMallocManaged, U6)",
                      other->name);
  // What remains are nodes in variables: __managed__ ones are right.
  return why_symbol_is_copied(run);
}

ReportMatcher IsForBoth() { return {"is a list for both", why_not_for_both}; }

TEST(HostMemories, ListIsForBoth) {
  NEEDS_NO_CONCURRENT_MANAGED_ACCESS();
  watch_reads();
  watch_threads();
  const Outcome run = run_list(5, 4);
  ASSERT_THAT(run, IsForBoth());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, UsesOnly("add_to_node", MemoryKind::kManaged,
                            "put the list in memory that moves to the processor that uses it: "
                            "cudaMallocManaged, or a __managed__ variable (U6)"));
  ASSERT_THAT(run, Keeps("leak"));
  expect_added_by_children(run, 5, 4);
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_list(2, 2); });
}

}  // namespace
