// Task 1: four grids, of which b and c wait for a, and d for both.
#include "09-events/runs.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

void expect_numbers_handed_on(const Outcome& run, int n) {
  for (const auto& [first, second] : {std::pair{"a", "b"}, {"a", "c"}, {"b", "d"}, {"c", "d"}})
    EXPECT_THAT(run, Reads(second, first, n));
}

void expect_diamond(int n) {
  watch_reads();
  const Outcome run = run_diamond(n);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([n](int i) { return 3 * i - (n - i); })
                  .mistaking([](int) { return 0x7f7f7f7f; }, "numbers that d never wrote")
                  .mistaking([](int i) { return 3 * i; }, "what d computes without c's numbers")
                  .mistaking([n](int i) { return i - n; }, "what d computes without b's numbers"));
  EXPECT_THAT(run, WroteResult(0, "d"));
  expect_numbers_handed_on(run, n);
}

TEST(Events, DiamondIsRight) {
  for (const int n : {300, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_diamond(n));
  const CalledTwice twice;
  expect_diamond(20);
}

TEST(Events, DiamondHasItsEdges) {
  NEEDS_EMULATOR();
  watch_reads();
  const int n = 200;
  const Outcome run = run_diamond(n);
  ASSERT_THAT(run, Keeps("device-api"));
  for (const auto& [first, second] : {std::pair{"a", "b"}, {"a", "c"}, {"b", "d"}, {"c", "d"}}) {
    ASSERT_THAT(run.launches, Ordered(Child(first), Child(second)))
        << "launch, then record in the same stream; let the other stream wait, then launch "
           "there. An event that is not recorded yet holds back nothing (E1, E8)";
  }
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "d").somewhere());
  expect_numbers_handed_on(run, n);
}

TEST(Events, DiamondHasNoOtherEdge) {
  NEEDS_EMULATOR();
  const Outcome run = run_diamond(200);
  ASSERT_THAT(run.launches, MayOverlap(Child("b"), Child("c")))
      << "b and c need a, but not each other: grids in one stream wait, and so does a grid whose "
         "event is recorded too late (S5, E8)";
  EXPECT_THAT(run.launches,
              LaunchesAre({FromHost(), Child("a"), Child("b"), Child("c"), Child("d")}));
  EXPECT_THAT(run, WroteResult(0, "d").somewhere());
}

}  // namespace
