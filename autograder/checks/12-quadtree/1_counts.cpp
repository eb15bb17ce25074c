// Task 1: how many points each quadrant has.
#include "12-quadtree/points.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

/// With blocks of 64 threads the first of them counts 257 points.
constexpr int kMany = 64 * 256 + 1;

Refusal why_wrong_counts(const Outcome& run, const Points& points) {
  const auto counts = run.result<int>(0);
  const std::vector<int> right = counts_of(points);
  int sum = 0;
  for (int q = 0; q < 4; ++q) sum += counts[q];
  const int n = static_cast<int>(points.size());
  for (int q = 0; q < 4; ++q) {
    if (counts[q] == right[q]) continue;
    const std::string what = fmt::format("counts[{}] is {}; of {} points {} are in quadrant {}", q,
                                         counts[q], n, right[q], q);
    if (sum == n) return because(what);
    return because(
        "{}\nthe four counts add up to {}, and there are {} points: {}", what, sum, n,
        sum > n
            ? "some are counted twice. A point is in one quadrant only, even on a border; let one "
              "function decide"
            : "some are not counted. Every point is in some quadrant, even on a border, far away "
              "or with a NaN; and a thread may have to count several points" +
                  std::string(n < kMany ? "" : ", here more than 255: can a counter hold it?"));
  }
  return {};
}

Judged CountsEachOnce(const Points& points) {
  return {"counts each point once",
          [&points](const Outcome& run) { return why_wrong_counts(run, points); }, Cause::kCall};
}

void expect_right_counts(const Points& points) {
  const Outcome run =
      EXERCISE(count_quadrants, output<int>(4), input(points), static_cast<int>(points.size()));
  ASSERT_THAT(run, kDoesNotRace);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, CountsEachOnce(points));
  ASSERT_THAT(run, WroteResult(0, "count_all").launched_anywhere());
  EXPECT_THAT(run.launches, SharesThePoints(points.size()));
}

TEST(Quadtree, CountsAreRight) {
  for (const int n : {300, 65, 1, 0}) expect_right_counts(spread(n));
  for (const int n : {130, kMany}) expect_right_counts(Points(n, {0.9f, 0.1f}));
  if (HasFailure()) return;
  watch_threads();
  const Points points = spread(300);
  const Outcome run = EXERCISE(count_quadrants, output<int>(4), input(points), 300);
  EXPECT_THAT(run, LooksAtItsPart(points.size()));
}

TEST(Quadtree, BordersAndNanAreCountedOnce) {
  expect_right_counts(corners(4));
  expect_right_counts(strange());
}

}  // namespace
