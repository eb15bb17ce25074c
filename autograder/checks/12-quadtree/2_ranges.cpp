// Task 2: the points of each quadrant in a range of their own.
#include "12-quadtree/points.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

/// Why begins is not the scan of the counts; empty if it is.
std::string why_wrong_begins(const Outcome& run, const Points& points) {
  const Numbers begins = all_of(run.result<int>(1));
  const std::vector<int> counts = counts_of(points);
  for (int q = 0, begin = 0; q <= 4; begin += q < 4 ? counts[q] : 0, ++q) {
    if (begins[q] == begin) continue;
    return fmt::format(
        "begins[{}] is {}; it should be {}: quadrant {} begins where the one before it ends, so "
        "begins[0] is 0, and each later one adds a count. The counts are {}, {}, {} and {}",
        q, begins[q], begin, q, counts[0], counts[1], counts[2], counts[3]);
  }
  return {};
}

/// The first point that is in the range of another quadrant; empty if there is none. `begins` are
/// right.
std::string why_in_other_range(const Numbers& order, const Numbers& begins, const Points& points) {
  for (int i = 0, q = 0; i < static_cast<int>(order.size()); ++i) {
    while (i >= begins[q + 1]) ++q;
    if (order[i] < 0 || order[i] >= static_cast<int>(points.size())) continue;
    const Point& p = points[order[i]];
    if (quadrant(p, kMiddle) == q) continue;
    return fmt::format(
        "order[{}] is point {} {}, of quadrant {}, but this index is in the range of quadrant {}, "
        "which is {} … {}{}",
        i, order[i], words(p), quadrant(p, kMiddle), q, begins[q], begins[q + 1] - 1,
        std::isnan(p.x) || std::isnan(p.y)
            ? ". Use quadrant_of everywhere: it says where a point with a NaN belongs"
            : "");
  }
  return {};
}

/// What is wrong with the results beside a finding; it may be the cause of it.
std::string why_wrong_results(const Outcome& run, const Points& points) {
  if (!has_results(run)) return {};
  const std::string begins = why_wrong_begins(run, points);
  return begins.empty()
             ? why_in_other_range(all_of(run.result<int>(0)), all_of(run.result<int>(1)), points)
             : begins;
}

Refusal why_not_sorted(const Outcome& run, const Points& points) {
  const Numbers order = all_of(run.result<int>(0)), begins = all_of(run.result<int>(1));
  const std::string wrong = why_wrong_begins(run, points);
  if (!wrong.empty()) return because(wrong);
  const std::string why = why_not_each_once(order);
  if (!why.empty()) {
    return because(why +
                   ". Each point needs an index that no other point gets: use the value that "
                   "atomicAdd returns");
  }
  return because(why_in_other_range(order, begins, points));
}

TEST(Quadtree, QuadrantsFillTheirRanges) {
  for (const Points& points : {spread(300), strange(), twice(corners(4)), Points(130, {0.9f, 0.1f}),
                               spread(1), Points()}) {
    const int n = static_cast<int>(points.size());
    const Outcome run =
        EXERCISE(sort_into_quadrants, output<int>(n), output<int>(5), input(points), n);
    ASSERT_THAT(run, kDoesNotRace) << why_wrong_results(run, points);
    ASSERT_THAT(run, FinishedCleanly()) << why_wrong_results(run, points);
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("sorts by quadrants",
                            [&](const Outcome& o) { return why_not_sorted(o, points); }));
    ASSERT_THAT(run, WroteResult(0, "sort_all").launched_anywhere());
    ASSERT_THAT(run, WroteResult(1, "sort_all").launched_anywhere());
    EXPECT_THAT(run.launches, SharesThePoints(points.size()));
  }
  if (HasFailure()) return;
  watch_threads();
  const Points points = spread(300);
  const Outcome run =
      EXERCISE(sort_into_quadrants, output<int>(300), output<int>(5), input(points), 300);
  EXPECT_THAT(run, LooksAtItsPart(points.size()));
}

}  // namespace
