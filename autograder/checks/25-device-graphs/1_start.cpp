// Task 1: a kernel launches a graph that was made for it.
#include <algorithm>
#include <numeric>
#include <vector>

#include "25-device-graphs/graphs.h"

namespace {

using namespace checks;

std::vector<int> numbers_to(int n) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

Outcome run_doubling(int n) { return EXERCISE(double_by_graph, inout(numbers_to(n)), n); }

void expect_doubled(const Outcome& run) {
  ASSERT_THAT(run.result<int>(0), Elements([](int i) { return 2 * (i + 1); })
                                      .mistaking([](int i) { return i + 1; },
                                                 "what was there before: no kernel has launched "
                                                 "the graph"));
  EXPECT_THAT(run, WroteResult(0, "double_all").launched_anywhere());
}

TEST(DeviceGraphs, KernelLaunchesTheGraph) {
  for (const int n : {1000, 1, 128}) {
    const Outcome run = run_doubling(n);
    ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
    ASSERT_NO_FATAL_FAILURE(expect_doubled(run));
  }
}

// The host can launch a device graph, too: then the result is right, and no kernel has launched it.
Refusal why_no_kernel_launches(const Launches& launches) {
  const auto ran = [&](const char* kernel) {
    return std::ranges::any_of(launches, [&](const Launch& l) { return l.kernel == kernel; });
  };
  if (ran("fire") || !ran("double_all")) return {};
  return because(
      Cause::kCall,
      "the kernel fire never runs, so it is the host that launches the graph with "
      "double_all. Let the host launch a graph whose node is fire<<<1, 1>>>(fired): this "
      "kernel launches the other graph (C3)");
}

TEST(DeviceGraphs, HostLaunchesTheLauncher) {
  NEEDS_EMULATOR();
  const Outcome run = run_doubling(300);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.launches, LaunchesMatcher("a kernel that launches", why_no_kernel_launches));
  EXPECT_THAT(run.launches, LaunchCount(1, LaunchOf("fire")));
  EXPECT_THAT(run.launches, LaunchCount(1, LaunchOf("double_all")));
  EXPECT_THAT(run, CalledTimes("cudaGraphLaunch", 1));
  EXPECT_THAT(run, DeviceCalledTimes("cudaGraphLaunch", 1));
  ASSERT_NO_FATAL_FAILURE(expect_doubled(run));
}

// A call of the host that returns this error, once: it must be returned.
ReportMatcher ReturnsErrorOfHost(const RefusedCall& refused) {
  return {"returns the error of a host call", [=](const Outcome& run) -> Refusal {
            if (!run.finished() || run.returned<int>() == refused.error) return {};
            const auto call = std::ranges::find_if(run.host_calls, [&](const ApiCall& c) {
              return c.name.starts_with(refused.name) && c.result == refused.error;
            });
            if (call == run.host_calls.end()) return {};
            return refusal_at(*call, Cause::kCall,
                              "this {} returned error {}, and {} returned {}: return the first "
                              "error, as TRY(…) does",
                              call->name, refused.error, run.entry_point, run.returned<int>());
          }};
}

TEST(DeviceGraphs, HostErrorsAreReturned) {
  NEEDS_EMULATOR();
  const Outcome without_errors = run_doubling(100);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(without_errors));
  ASSERT_NO_FATAL_FAILURE(expect_doubled(without_errors));
  for (const RefusedCall& refused :
       {RefusedCall{"cudaGraphInstantiate", 1, 2}, RefusedCall{"cudaGraphInstantiate", 2, 2},
        RefusedCall{"cudaGraphUpload", 1, 2}, RefusedCall{"cudaGraphLaunch", 1, 2}}) {
    refuse_call(refused);
    const Outcome run = run_doubling(100);
    refuse_call({});
    EXPECT_THAT(run, ReturnsErrorOfHost(refused));
  }
}

}  // namespace
