// Task 4: memory that host and device work on at the same time.
#include "23-host-memories/host_calls.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// At most 1,009, of which no two have the same square, nor one itself: so each square tells who has
// made it.
std::vector<int> different_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 37 % 1009 + 2) * (i % 2 == 0 ? 1 : -1);
  return values;
}

// Children of the kernel square the second half; the host passes their squares on.
WroteResult SquaredByChildren(int n) {
  return WroteResult(0, "square").of("square_by_children").slice(n / 2, n).allowing_host_values();
}

Outcome run_halves(int n) {
  const std::vector<int> values = different_values(n);
  return EXERCISE(square_both_halves, output<int>(n), input(values), n);
}

void expect_squares(const Outcome& run, int n) {
  const std::vector<int> values = different_values(n);
  EXPECT_THAT(run.result<int>(0),
              Elements([&](int i) {
                return values[i] * values[i];
              }).mistaking([&](int i) { return values[i]; }, "values that were never squared"));
}

TEST(HostMemories, HalvesAreRight) {
  for (const int n : {1000, 301, 2, 1}) {
    const Outcome run = run_halves(n);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    expect_squares(run, n);
    EXPECT_THAT(run, SquaredByChildren(n));
  }
}

// The host's share begins with a question for its pointer; another such question may be asked
// elsewhere.
Refusal why_not_beside(const Outcome& run) {
  bool waited = false, works = false;
  for (const ApiCall& call : run.host_calls) {
    waited = waited || (call.launches_before > 0 && is_wait(call));
    if (call.name != "cudaPointerGetAttributes") continue;
    if (call.launches_before == 0)
      return refusal_at(
          call,
          "the host does its share before the kernel is launched: launch first, then both work at "
          "the same time (U6)");
    works = true;
    if (waited)
      return refusal_at(
          call,
          "the host does its share after it has waited for the kernel; on this device "
          "cudaDevAttrConcurrentManagedAccess is 1, so both may work at the same time, each on its "
          "own elements (U6)");
  }
  if (works) return {};
  return because("the host does not do its share: square_on_the_host is never called");
}

Refusal why_attribute_not_asked(const Outcome& run) {
  if (!run.launches.known() ||
      find_call(run, {"cudaDeviceGetAttribute", "cudaGetDeviceProperties"}) != nullptr)
    return {};
  return because(
      "the host never asks whether it may work on managed memory while a kernel does: ask "
      "cudaDeviceGetAttribute for cudaDevAttrConcurrentManagedAccess, and wait before the host's "
      "share where it is 0 (U6)");
}

ReportMatcher AsksTheDevice() { return {"asks the device", why_attribute_not_asked}; }

ReportMatcher WorksBeside() { return {"works beside the kernel", why_not_beside}; }

TEST(HostMemories, HostWorksBesideTheKernel) {
  NEEDS_EMULATOR();
  const Outcome run = run_halves(200);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(2, Child("square").of("square_by_children")));
  ASSERT_THAT(run, WorksBeside());
  ASSERT_THAT(run, AsksTheDevice());
  ASSERT_THAT(run, SquaredByChildren(200));
  ASSERT_THAT(run, LeavesNothingBehind());
  // Of 513 values the host has 256; the children have 128 and 129, which is one block more.
  ASSERT_THAT(run_halves(513).launches,
              LaunchesAre({FromHost("square_by_children"), Child("square").with_grid(1),
                           Child("square").with_grid(2)}))
      << "of 513 values, the host squares the first 513 / 2, children of the kernel the other 257";
  expect_errors_returned([] { return run_halves(4); });
}

TEST(HostMemories, HostWaitsWhereItMust) {
  NEEDS_NO_CONCURRENT_MANAGED_ACCESS();
  const Outcome run = run_halves(200);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(2, Child("square").of("square_by_children")));
  expect_squares(run, 200);
  EXPECT_THAT(run, SquaredByChildren(200));
}

}  // namespace
