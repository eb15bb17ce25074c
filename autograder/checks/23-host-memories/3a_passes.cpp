// Task 3: memory for many passes, which stays on the device.
#include <cstdlib>
#include <limits>
#include <utility>

#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::vector<int> smoothed(std::vector<int> values, int passes) {
  const int n = static_cast<int>(values.size());
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<int> before = values;
    for (int i = 0; i < n; ++i)
      values[i] = (before[std::max(i - 1, 0)] + 2 * before[i] + before[std::min(i + 1, n - 1)]) / 4;
  }
  return values;
}

Outcome run_passes(const std::vector<int>& values, int passes) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(smooth_often, output<int>(n), input(values), n, passes);
}

// Each grid of smooth makes one pass, a thread for each value, and reads what the pass before
// wrote.
void expect_one_pass_each(const Outcome& run, int n, int passes) {
  EXPECT_THAT(run.launches, LaunchCount(passes, LaunchOf("smooth")));
  EXPECT_THAT(run.launches, NoPathLongerThan(
                                [](const Launch& launch) -> std::int64_t {
                                  return launch.kernel == "smooth" ? 10000 : kNoMost;
                                },
                                "Each launch of smooth makes one pass, one thread per value"));
  if (passes > 1) {
    EXPECT_THAT(run, ReadsInAnyGrid("smooth", "smooth", n));
  }
}

void expect_smooth(int n, int passes) {
  const std::vector<int> values = some_values(n);
  watch_reads();
  const Outcome run = run_passes(values, passes);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly()) << n << " values";
  ASSERT_THAT(run, ReturnsNoError()) << n << " values";
  const std::vector<int> too_early = smoothed(values, passes - 1);
  EXPECT_THAT(run.result<int>(0), Elements(smoothed(values, passes))
                                      .mistaking([&](int i) { return too_early[i]; },
                                                 "the values of the pass before the last"));
  if (passes > 0) {
    EXPECT_THAT(run, WroteResult(0, "smooth").launched_anywhere()) << n << " values";
  }
  expect_one_pass_each(run, n, passes);
}

TEST(HostMemories, PassesAreRight) {
  for (const auto& [n, passes] : {std::pair{1024, 7}, {257, 8}, {100, 5}, {5, 1}, {3, 0}}) {
    ASSERT_NO_FATAL_FAILURE(expect_smooth(n, passes));
  }
  if (tries_all_cases()) expect_smooth(kManyValues, 1);
}

/// How much device memory the host takes. Of rows and arrays the call does not say how much:
/// enough.
long long device_bytes(const Outcome& run) {
  long long bytes = 0;
  for (const ApiCall& call : run.host_calls) {
    if (!call.name.starts_with("cudaMalloc") || call.name == "cudaMallocHost" || call.result != 0)
      continue;
    if (call.detail.empty()) return std::numeric_limits<int>::max();
    bytes += std::strtoll(call.detail.c_str(), nullptr, 10);
  }
  return bytes;
}

// The kernels of the passes work in mapped host memory, or in managed memory.
Refusal why_not_device_memory(const Outcome& run, int n) {
  if (const ApiCall* other = find_call(run, {"cudaMallocManaged"}))
    return refusal_at(other,
                      "{}: the host never reads the values between the passes, so they need no "
                      "memory that comes back to it; use device memory (cudaMalloc)",
                      other->name);
  const long long bytes = device_bytes(run);
  if (bytes == 0)
    return because(
        "nothing allocates device memory: kernels that work in mapped host memory go over "
        "the bus with each access of each pass (U2); copy once to memory of cudaMalloc");
  if (bytes < 2LL * n * static_cast<long long>(sizeof(int)))
    return because(
        "device memory of {} bytes is allocated, but the two arrays of {} values need {}: kernels "
        "that read or write one of them in mapped host memory go over the bus with each access of "
        "each pass (U2)",
        bytes, n, 2 * n * sizeof(int));
  return {};
}

// Copies, and waits, between the first launch and the last.
Refusal why_passes_travel(const Outcome& run, int n, int passes) {
  if (Refusal other = why_not_device_memory(run, n); !other.why.empty()) return other;
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before == 0 || call.launches_before >= passes) continue;
    if (is_copy_of_an_array(call) || is_wait(call))
      return refusal_at(
          call,
          "{} between the passes, after pass {} of {}: what kernels compute for kernels stays on "
          "the device, and one stream keeps the kernels in order (S5)",
          call.name, call.launches_before, passes);
  }
  return {};
}

ReportMatcher StaysOnTheDevice(int n, int passes) {
  return {"stays on the device",
          [n, passes](const Outcome& run) { return why_passes_travel(run, n, passes); }};
}

TEST(HostMemories, PassesStayOnTheDevice) {
  NEEDS_EMULATOR();
  const int passes = 6;
  watch_reads();
  watch_threads();
  const Outcome run = run_passes(some_values(300), passes);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, StaysOnTheDevice(300, passes));
  ASSERT_THAT(run, UsesOnly("smooth", MemoryKind::kDevice,
                            "the passes read and write the same values again and again, so copy "
                            "them once to memory of cudaMalloc, and let all passes work there "
                            "(U2)"));
  ASSERT_THAT(run, Keeps("leak"));
  ASSERT_THAT(run, WroteResult(0, "smooth").launched_anywhere().somewhere());
  expect_one_pass_each(run, 300, passes);
  ASSERT_THAT(run, LeavesNothingBehind());
  expect_errors_returned([] { return run_passes(some_values(5), 3); });
}

}  // namespace
