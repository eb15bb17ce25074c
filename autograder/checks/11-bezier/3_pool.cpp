// Task 3: a pool with a slot for each child.
#include "11-bezier/by_hand.h"
#include "11-bezier/runs.h"

namespace {

using namespace checks;

std::string why_wrong_pool(int n, int pool) {
  const std::string what = fmt::format("*pool is {} with {} lines", pool, n);
  if (pool == kManySlots) return what + ": 2048 is the pool's default size (L1)";
  if (pool >= n)
    return what +
           ": a slot is for a grid, not for its threads, and each slot takes device memory whether "
           "it is used or not (L1, L7)";
  return what +
         ": every line has a child, and all of them can be pending before the first has run; a "
         "slot is for a grid, not for the block that launched it (L1, L3)";
}

Judged HasSlotsFor(int n) {
  return {"sets the pool just high enough", [n](const Outcome& run) -> Refusal {
            const int pool = run.result<int>(3)[0];
            if (pool >= n && pool <= std::max(2 * n, kLeastSlots)) return {};
            return because(why_wrong_pool(n, pool));
          }};
}

// *pool is what the device allowed when the first grid was launched.
Refusal why_says_another_pool(const Outcome& run) {
  const int said = run.result<int>(3)[0];
  const std::int64_t real = run.report->limits.pool;
  if (said == real) return {};
  return because(
      "*pool is {}, but the pool had {} slots when the first grid was launched: your region sets "
      "the limit, and the lines after it ask for its value",
      said, real);
}

TEST(Bezier, PoolHasAPlaceForEachLine) {
  for (const int n :
       some_of({4096, 10, 33})) {  // 33: one more than a warp has threads, or the least pool
    const Outcome run = run_unrefused(some_lines(n));
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, HasSlotsFor(n));
    ASSERT_THAT(run, kChildrenOrParents.somewhere());
    ASSERT_THAT(run, CalledBeforeLaunching("cudaDeviceSetLimit"))
        << "a limit applies only to later launches: set it before the first launch (L1)";
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, ReportMatcher("says what the pool has", why_says_another_pool));
  }
}

TEST(Bezier, NothingIsRefused) {
  const std::vector<Line> lines = some_lines(kManySlots + 32);
  const Outcome run = run_unrefused(lines);
  ASSERT_NO_FATAL_FAILURE(expect_drawn_by(kChildrenOrParents, run, lines));
  ASSERT_THAT(run.result<int>(2), Elements([](int) { return 0; }))
      << "*by_hand counts the launches that were refused, with " << lines.size() << " lines and "
      << run.result<int>(3)[0] << " slots in the pool";
  EXPECT_THAT(run.launches, LaunchCount(lines.size(), Child("draw_line")));
  EXPECT_THAT(run, DrewAll(kChildren, lines));
}

}  // namespace
