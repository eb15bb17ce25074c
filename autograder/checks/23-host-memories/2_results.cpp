// Task 2: results that the host reads where they are.
#include <cstdint>
#include <utility>

#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::vector<int> largest_of(const std::vector<int>& values, int parts) {
  const std::size_t n = values.size();
  std::vector<int> largest(parts);
  for (std::size_t p = 0; p < largest.size(); ++p) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(n * p / largest.size());
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(n * (p + 1) / largest.size());
    largest[p] = *std::max_element(first, end);
  }
  return largest;
}

Outcome run_parts(const std::vector<int>& values, int parts) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(largest_of_parts, output<int>(parts), input(values), n, parts);
}

// One child was refused and has found nothing: who has its result all the same?
Refusal why_found_by_the_host(const Outcome& run, const std::vector<int>& largest) {
  if (run.launches.refused().empty() || !run.finished()) return {};
  const auto found = run.result<int>(0);
  for (std::size_t p = 0; p < largest.size(); ++p) {
    if (found[p] != largest[p]) return {};
  }
  const Launch& refused = run.launches.refused().front();
  return refusal_at(refused, Cause::kCall,
                    "when this launch of {} is refused, no child finds the largest value of that "
                    "part, but the result has it anyway: the host has found it itself. Copy "
                    "to `largest` what the children wrote to host memory (U5)",
                    refused.kernel);
}

void expect_found_by_children() {
  const std::vector<int> values = some_values(400);
  const std::vector<int> largest = largest_of(values, 4);
  EXPECT_THAT(run_refusing(1, [&] { return run_parts(values, 4); }),
              Judged("has what the children found",
                     [&](const Outcome& run) { return why_found_by_the_host(run, largest); }));
}

// Each child looks at the values of its own part, a few for each thread.
LaunchesMatcher EachFindsItsOwn(int n, int parts) {
  return NoPathLongerThan(
      [=](const Launch& launch) -> std::int64_t {
        const int values_for_a_thread = n / parts / 128 + 1;
        return launch.kernel == "find_largest" ? 8000 + 1000 * values_for_a_thread : kNoMost;
      },
      "Each child finds the largest value of its own part only");
}

TEST(HostMemories, LargestAreFound) {
  for (const auto& [n, parts] : {std::pair{5000, 20}, {1000, 256}, {257, 2}, {7, 7}, {1, 1}}) {
    const std::vector<int> values = some_values(n);
    const Outcome run = run_parts(values, parts);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0),
                Elements(largest_of(values, parts))
                    .mistaking([](int) { return 0; }, "memory without results"));
    ASSERT_THAT(run, WroteResult(0, "find_largest"));
    ASSERT_THAT(run.launches, LaunchCount(parts, Child("find_largest").of("start_parts")));
    ASSERT_THAT(run.launches, EachFindsItsOwn(n, parts));
  }
  expect_found_by_children();
}

// Whether the grid is known to be complete when that wait is over.
bool covers(const Outcome& run, const HostWait& wait, const Launch& grid) {
  if (wait.launches_before < grid.id) return false;
  return wait.everything || std::ranges::any_of(wait.grids, [&](std::int64_t id) {
           const Launch* waited_for = run.launches.find(id);
           return id == grid.id ||
                  (waited_for != nullptr && run.launches.ordered(grid, *waited_for));
         });
}

// The one wait is for something else. Where children write to the caller's own array, nothing in
// the exercise reads it, and no race shows that.
Refusal why_waits_for_something_else(const Outcome& run, const ApiCall& call) {
  if (!run.report) return {};
  const std::vector<HostWait>& waits = run.report->host_waits;
  const auto behind_last = std::ranges::find_if(waits.rbegin(), waits.rend(), [](const auto& wait) {
                             return is_wait(wait);
                           }).base();
  for (const Launch& grid : run.launches) {
    if (grid.kernel != "start_parts") continue;
    if (std::any_of(waits.begin(), behind_last,
                    [&](const HostWait& wait) { return covers(run, wait, grid); }))
      continue;
    return refusal_at(call,
                      "{} does not wait for {}: it waits for another stream, or for an event "
                      "that was recorded before. Wait for the stream of the launch, for an event "
                      "recorded in it after the launch, or for the device (N4, U5)",
                      call.name, launch_words(grid));
  }
  return {};
}

Refusal why_results_travel(const Outcome& run) {
  int waits = 0;
  const ApiCall* last = nullptr;
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before == 0) continue;
    if (is_copy_of_an_array(call))
      return refusal_at(call,
                        "{} copies what children wrote; let them write to mapped host memory, "
                        "where the host can read it (U2)",
                        call.name);
    if (!is_wait(call)) continue;
    ++waits;
    last = &call;
  }
  if (waits == 1) return why_waits_for_something_else(run, *last);
  return refusal_at(last,
                    "the host waits {} times after the launch; once is enough for a grid and all "
                    "its children, whatever their number (N4, U5)",
                    waits);
}

ReportMatcher ReadsInPlace() { return {"reads results where they are", why_results_travel}; }

TEST(HostMemories, NoCopyAndOneWait) {
  NEEDS_EMULATOR();
  const Outcome run = run_parts(some_values(6000), 30);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(30, Child("find_largest").of("start_parts")));
  ASSERT_THAT(run, ReadsInPlace());
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0, "find_largest").somewhere());
  ASSERT_THAT(run.launches, EachFindsItsOwn(6000, 30));
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_parts(some_values(6), 2); });
}

}  // namespace
