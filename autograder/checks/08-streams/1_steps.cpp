// Task 1: a stream for each thread that launches lets all its children run at once.
#include <cstdint>
#include <utility>

#include "08-streams/runs.h"
#include "shared/destroyed_once.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/longest_path.h"
#include "shared/one_block.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// A handle of a stream that one thread makes and another uses without a barrier between them is
// null, or what was there before: then the grids are in a wrong stream for want of the barrier.
Judged HandlesAreThere() {
  return {"has its handles before it uses them", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (!d.is_error || d.rule != "race" || !is_in_shared_memory(d)) continue;
              return refusal_at(
                  d, Cause::kRace,
                  diagnostic_words(d) +
                      "\na stream's handle that is read before it is written may be null, and "
                      "null means the block's NULL stream (S1)");
            }
            return {};
          }};
}

int collatz_steps(long long n) {
  int count = 0;
  for (; n != 1; ++count) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return count;
}

// Beyond the nap of 400 µs that is given: a child has no numbers but its own, one a thread.
LaunchesMatcher CountsOneNumberAThread() {
  constexpr std::int64_t kNap = 800'000, kOneNumber = 200'000;
  return NoPathLongerThan([](const Launch&) { return kNap + kOneNumber; },
                          "Each thread of a child counts the steps of one number");
}

TEST(Streams, StepsAreCounted) {
  for (const auto& [children, numbers] : {std::pair{40, 33}, {1, 1}}) {
    const Outcome run = run_steps(children, numbers);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0).in_rows_of(numbers),
                Elements([](int i) {
                  return collatz_steps(i + 1);
                }).mistaking([](int) { return -1; }, "counts that no child wrote"));
    EXPECT_THAT(run, CountedByChildren());
    EXPECT_THAT(run.launches, CountsOneNumberAThread());
  }
}

TEST(Streams, ChildrenAreIndependent) {
  NEEDS_EMULATOR();
  const int children = 48;  // of two warps
  const Outcome run = run_steps(children, 4);
  ASSERT_THAT(run, HandlesAreThere());
  ASSERT_THAT(run.launches, LaunchCount(children, Child("collatz")));
  ASSERT_NO_FATAL_FAILURE(expect_one_block(run, {"collatz"}));
  ASSERT_THAT(run.launches, Independent(Child("collatz"), "S1, S5"))
      << "all threads of a block share its NULL stream, which a null handle means, and any "
         "stream that they share keeps their grids in order";
  EXPECT_THAT(run.launches, EveryLaunch(Child("collatz"), Child().in(Stream::kNamed)));
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(Streams, ManyChildrenAtOnce) {
  NEEDS_EMULATOR();
  const Outcome run = run_steps(48, 4);
  ASSERT_THAT(run, HandlesAreThere());
  EXPECT_THAT(run.launches, AtOnce(24, Child("collatz")))
      << "grids of one stream run one at a time (S5); 48 streams would let 48 run together";
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(Streams, StreamsAreMadeAndDestroyed) {
  NEEDS_EMULATOR();
  for (const int children : {24, 1}) {
    const Outcome run = run_steps(children, 4);
    ASSERT_THAT(run, Keeps("race"));
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, DeviceCalledTimes("cudaStreamCreateWithFlags", children));
    ASSERT_THAT(run, EachDestroyedOnce("Stream"));
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

}  // namespace
