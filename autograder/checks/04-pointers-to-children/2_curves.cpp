// Task 2: children draw curves from the arguments of their launch, and are given no address in
// local memory.
#include <cstdlib>
#include <string>
#include <utility>

#include "04-pointers-to-children/runs.h"
#include "shared/explained.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr int kMostPoints = 800;  // as exercise.h has it

int curve_at(int curve, int x) {
  int y = 0;
  for (int j = 3; j >= 0; --j) y = y * x + (curve * (j + 3) + j) % 7 - 3;
  return y;
}

// Words when all wrong points are beyond the whole numbers of a float, and nearly right; else none.
std::string where_floats_end(const Array<int>& rows, int points) {
  constexpr int kLast = 1 << 24, kNear = 1 << 20;
  bool is_any = false;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const long long right = curve_at(i / points, i % points), off = rows[i] - right;
    if (off == 0) continue;
    is_any = true;
    if (std::abs(right) <= kLast || std::abs(off) > std::abs(right) / kNear) return {};
  }
  return is_any ? "all of them are beyond 16,777,216, which is 2^24, and nearly right: a float "
                  "holds every whole number up to there, but not beyond. Pass ints and compute in "
                  "ints"
                : "";
}

TEST(PointersToChildren, CurvesAreDrawn) {
  for (const auto& [curves, points] :
       {std::pair{5, 300}, {2, kMostPoints}, {3, 512}, {130, 7}, {1, 1}}) {
    const Outcome run = run_curves(curves, points);
    ASSERT_THAT(run,
                NoFinding("race", "M4",
                          "pass what all blocks of a child need as arguments of its launch, here "
                          "four numbers: nothing overwrites an argument (G1)",
                          is_of_a_reader));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(points),
                Elements([p = points](int i) {
                  return curve_at(i / p, i % p);
                }).mistaking([](int) { return 0x7f7f7f7f; }, "points that no child wrote"))
        << where_floats_end(run.result<int>(0), points);
    EXPECT_THAT(run, WroteResult(0));
  }
}

TEST(PointersToChildren, NoLocalPointerLeaves) {
  NEEDS_EMULATOR();
  const Outcome run = run_curves(20, 100);
  ASSERT_NO_FATAL_FAILURE(expect_clean_children(run));
  ASSERT_THAT(run, Keeps("local-pointer"));
  EXPECT_THAT(run.launches, LaunchCount(20, Child())) << "each curve has its own child grid";
  EXPECT_THAT(run, WroteResult(0).of("draw_curves")) << "a child draws its whole curve";
}

}  // namespace
