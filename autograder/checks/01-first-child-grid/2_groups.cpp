// Task 2: only every k-th thread launches.
#include <utility>

#include "01-first-child-grid/children.h"
#include "shared/longest_path.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

WroteResult Claimed() { return WroteResult(0, "claim_group").without_host_values(); }

LaunchesMatcher ClaimsOneElementAThread() {
  constexpr std::int64_t kOneElement = 8000;
  return NoPathLongerThan(
      [](const Launch& launch) { return launch.from_host() ? kNoMost : kOneElement; },
      "Each of the k threads of a child marks one element of its group");
}

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
  EXPECT_THAT(run, Claimed());
  EXPECT_THAT(run.launches, ClaimsOneElementAThread());
}

TEST(FirstChildGrid, GroupsAreClaimed) {
  for (const auto& [n, k] : some_of({std::pair{100, 7}, {128, 32}, {5, 64}, {2000, 1024}})) {
    expect_groups(n, k);
    if (HasFailure()) return;
  }
  const CalledTwice twice;
  expect_groups(70, 30);
}

TEST(FirstChildGrid, OnlyEveryKthThreadLaunches) {
  NEEDS_EMULATOR();
  // k divides 96 but not 100, both with threads to spare in the last block.
  for (const auto& [n, k] : some_of({std::pair{100, 7}, {96, 32}, {3, 1024}})) {
    const Outcome run = EXERCISE(claim_groups, output<int>(n), n, k);
    std::set<int> asked;
    for (int first = 0; first < n; first += k) asked.insert(first);
    ASSERT_THAT(run, PoolHasRoom());
    ASSERT_THAT(run.launches, LaunchesAny("claim_group"));
    ASSERT_THAT(run.launches, OneBlockOf(k, "claim_group"));
    ASSERT_THAT(run.launches, LaunchedByThreads(asked));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, Claimed().somewhere());
  }
}

}  // namespace
