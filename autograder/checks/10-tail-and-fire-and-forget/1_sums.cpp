// Task 1: p, q and r may run at the same time, and z comes last.
#include <string>
#include <utility>

#include "10-tail-and-fire-and-forget/runs.h"
#include "shared/judged.h"
#include "shared/launches_at_most.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

void expect_parts_handed_on(const Outcome& run, int n) {
  for (const char* part : {"p", "q", "r"}) EXPECT_THAT(run, Reads("z", part, n));
}

void expect_sums(int n) {
  watch_reads();
  const Outcome run = EXERCISE(sum_of_three, output<int>(n), n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([](int i) { return i + i * i + 3; })
                  .mistaking([](int) { return -1; }, "sums that z never wrote")
                  .mistaking([](int) { return -3; }, "sums of parts that are not written yet"));
  EXPECT_THAT(run, WroteResult(0, "z"));
  expect_parts_handed_on(run, n);
}

TEST(TailAndFireAndForget, SumsAreRight) {
  for (const int n : {1000, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_sums(n));
  const CalledTwice twice;
  expect_sums(40);
}

// How often device code has called `name` without an error.
int calls_of(const Outcome& run, const std::string& name) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) {
    if (call.name == name && call.result == 0) count += call.count;
  }
  return count;
}

// What makes z wait.
std::string how_z_waits(const Outcome& run) {
  const int events = calls_of(run, "cudaEventCreateWithFlags");
  const bool recorded_again = events > 0 && calls_of(run, "cudaEventRecord") > events;
  return recorded_again
             ? "An event was recorded more than once, and a wait is for the latest record of its "
               "event (E8). Use one event per stream, or launch z as a tail (T2)"
             : "A tail waits for everything that its parent launched elsewhere (T2)";
}

Refusal why_z_does_not_wait(const Outcome& run, const LaunchPattern& part) {
  for (const Launch& before : run.launches) {
    for (const Launch& z : run.launches) {
      if (!part.matches(before) || !Child("z").matches(z)) continue;
      if (run.launches.ordered(before, z)) continue;
      return refusal_at(z, Cause::kOrder, "nothing makes {} wait for {} (line {}). {}",
                        launch_words(z), launch_words(before), before.line, how_z_waits(run));
    }
  }
  return {};
}

// Every grid of that kind has ended when z starts, under every schedule.
ReportMatcher ZWaitsFor(const LaunchPattern& part) {
  return {"z waits for " + part.words(),
          [part](const Outcome& run) { return why_z_does_not_wait(run, part); }};
}

TEST(TailAndFireAndForget, ZComesLast) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_sum();
  for (const char* part : {"p", "q", "r"}) {
    ASSERT_THAT(run.launches, LaunchesAtMost(1, Child(part)))
        << "each thread that reaches a launch launches its own grid (K2)";
    ASSERT_THAT(run, ZWaitsFor(Child(part)));
    ASSERT_THAT(run.launches, Ordered(Child(part), Child("z")));  // and both are there
  }
  EXPECT_THAT(run.launches, LaunchCount(1, Child("z")));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "z").somewhere());
  expect_parts_handed_on(run, 500);
}

TEST(TailAndFireAndForget, ThreeAtOnce) {
  NEEDS_EMULATOR();
  const Outcome run = run_sum();
  for (const auto& [one, other] : {std::pair{"p", "q"}, {"q", "r"}, {"p", "r"}}) {
    ASSERT_THAT(run.launches, MayOverlap(Child(one), Child(other)))
        << "grids in one NULL stream and tail launches run one after another (S1, T3); "
           "fire-and-forget launches do not (S6)";
  }
  EXPECT_THAT(run, WroteResult(0, "z").somewhere());
}

}  // namespace
