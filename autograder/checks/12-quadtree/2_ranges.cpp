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
        "begins[{}] is {}; it should be {}: quadrant {} begins where all before it end, so "
        "begins[0] is 0, and each further one adds a count. The counts are {}, {}, {} and {}",
        q, begins[q], begin, q, counts[0], counts[1], counts[2], counts[3]);
  }
  return {};
}

Refusal why_not_sorted(const Outcome& run, const Points& points) {
  const Numbers order = all_of(run.result<int>(0)), begins = all_of(run.result<int>(1));
  const std::string wrong = why_wrong_begins(run, points);
  if (!wrong.empty()) return because(wrong);
  const std::string why = why_not_each_once(order);
  if (!why.empty()) {
    return because(why +
                   "Each point needs a place that nobody else takes: the value that atomicAdd "
                   "returns is one");
  }
  for (int i = 0, q = 0; i < static_cast<int>(order.size()); ++i) {
    while (i >= begins[q + 1]) ++q;
    const Point& p = points[order[i]];
    if (quadrant(p, kMiddle) == q) continue;
    return because(
        "order[{}] is point {} {}, of quadrant {}; this place is in the range of "
        "quadrant {}, which "
        "is {} … {}",
        i, order[i], words(p), quadrant(p, kMiddle), q, begins[q], begins[q + 1] - 1);
  }
  return {};
}

TEST(Quadtree, QuadrantsFillTheirRanges) {
  for (const Points& points : {spread(300), strange(), twice(corners(4)), Points(130, {0.9f, 0.1f}),
                               spread(1), Points()}) {
    const int n = static_cast<int>(points.size());
    const Outcome run =
        EXERCISE(sort_into_quadrants, output<int>(n), output<int>(5), input(points), n);
    ASSERT_THAT(run, kDoesNotRace) << (has_results(run) ? why_wrong_begins(run, points) : "");
    ASSERT_THAT(run, FinishedCleanly()) << (has_results(run) ? why_wrong_begins(run, points) : "");
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("sorts by quadrants",
                            [&](const Outcome& o) { return why_not_sorted(o, points); }));
    ASSERT_THAT(run, WroteResult(0, "sort_all").launched_anywhere());
    ASSERT_THAT(run, WroteResult(1, "sort_all").launched_anywhere());
  }
}

}  // namespace
