// Task 2: the second grid of each draw follows the first, and no draw waits for another.
#include <algorithm>
#include <tuple>

#include "08-streams/runs.h"
#include "shared/independent.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int drawn(int which, int i) { return (7919 * which + 104729 * i + 31) % 9973; }

int largest_of(int which, int numbers) {
  int most = 0;
  for (int i = 0; i < numbers; ++i) most = std::max(most, drawn(which, i));
  return most;
}

TEST(Streams, LargestAreFound) {
  watch_reads();
  for (const auto& [blocks, threads, numbers] : {std::tuple{3, 7, 50}, {1, 1, 1}}) {
    const int count = numbers;
    const Outcome run = run_draws(blocks, threads, numbers);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([count](int d) { return largest_of(d, count); })
                    .mistaking([](int) { return -1; }, "draws whose largest number no grid picked")
                    .mistaking([](int) { return 0; }, "the largest of numbers not drawn yet"));
    EXPECT_THAT(run, PickedByChildren());
    EXPECT_THAT(run, Reads("pick_largest", "draw", blocks * threads * numbers));
  }
}

TEST(Streams, PairsStayInOrder) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_draws(2, 4, 20);
  ASSERT_THAT(run.launches, LaunchCount(8, Child("draw")));
  ASSERT_THAT(run.launches, LaunchCount(8, Child("pick_largest")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"draw"}));
  ASSERT_NO_FATAL_FAILURE(expect_one_thread(run, {"pick_largest"}));
  ASSERT_THAT(run.launches, InPairs(run, "draw", "pick_largest"));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, PickedByChildren().somewhere());
  EXPECT_THAT(run, Reads("pick_largest", "draw", 2 * 4 * 20));
}

TEST(Streams, PairsAreIndependent) {
  NEEDS_EMULATOR();
  const Outcome run = run_draws(2, 4, 20);
  for (const char* kernel : {"draw", "pick_largest"}) {
    ASSERT_THAT(run.launches, Contains(Child(kernel)));
    ASSERT_THAT(run.launches, Independent(Child(kernel), "S1, S5"));
  }
  EXPECT_THAT(run, DeviceCalledTimes("cudaStreamCreateWithFlags", 0))
      << "cudaStreamPerThread already exists, one for each device thread (S7)";
  EXPECT_THAT(run, PickedByChildren().somewhere());
}

}  // namespace
