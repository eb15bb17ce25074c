// Task 1: one atomic per warp, where all lanes of the warp are asked.
#include <utility>

#include "18-warp-aggregated-atomics/places.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_keep(const std::vector<int>& values, int divisor) {
  watch_threads();
  const int n = static_cast<int>(values.size());
  return EXERCISE(keep_multiples, output<int>(n), output<int>(1), output<int>(1), input(values), n,
                  divisor);
}

TEST(Aggregation, KeptOnce) {
  for (const auto& [n, divisor] : {std::pair{400, 3}, {333, 1}, {1, 3}, {50, 7}}) {
    const std::vector<int> values = values_of(n);
    const std::vector<int> kept = joined(kept_by_warp(values, divisor));
    const Outcome run = run_keep(values, divisor);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, PlacesAreApart());
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, TakesPlaces(1, static_cast<int>(kept.size())));
    ASSERT_THAT(run.result<int>(0), InAnyOrder(filled_up(kept, n))) << kOwnPlace;
    ASSERT_THAT(run, FillsFromTheFirst(static_cast<int>(kept.size())));
    ASSERT_THAT(run, WroteResult(0).first(kept.size()));
    ASSERT_THAT(run, LooksAtItsOwnNumber());
    ASSERT_THAT(run, NamesLanesBeforehand());
    ASSERT_THAT(run, LanesTellWhoKeeps(values, divisor));
    ASSERT_THAT(run, FillsItsOwnPlace());
  }
}

TEST(Aggregation, OneAtomicAWarp) {
  const std::vector<int> values = values_of(400);
  const Outcome run = run_keep(values, 3);
  ASSERT_THAT(run, FinishedCleanly());
  const int warps = warps_that_keep(kept_by_warp(values, 3));
  ASSERT_THAT(run, CallsTake(2, warps));
  ASSERT_THAT(run, SharesAtomics(warps));
  ASSERT_THAT(run, LooksAtItsOwnNumber());
  ASSERT_THAT(run, LanesTellWhoKeeps(values, 3));
  ASSERT_THAT(run, FillsItsOwnPlace());
  EXPECT_THAT(run, WroteResult(2));
}

}  // namespace
