// Checks of lesson 03: what a child reads, who may read what a child wrote, and the order behind
// both.
//
// The emulator runs every check under several schedules and reports each access that nothing
// orders, so FinishedCleanly() is the heart of the checks that need it.
#include <algorithm>
#include <numeric>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "launches_at_most.h"
#include "refused_launch.h"
#include "returned_error.h"

namespace {

using namespace harness;
using checks::ReturnsNoError;

// ---- Task 1 -------------------------------------------------------------------------------------

TEST(MemoryVisibility, ChildSeesTheWholeBlock) {
  for (const int n : {1000, 1024, 1}) {
    const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0),
                Elements([](int i) {
                  return 2 * i;
                }).mistaking([](int i) { return i; }, "what fill wrote: no child doubled it"));
  }
}

TEST(MemoryVisibility, OneThreadLaunches) {
  NEEDS_EMULATOR();
  const int n = 1000;
  const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
  ASSERT_THAT(run.launches, checks::LaunchesAtMost(1, Child("double_all").of("fill")))
      << "each thread that reaches a launch makes a grid of its own (K2)";
  ASSERT_THAT(run.launches, LaunchCount(1, Child("double_all").of("fill")));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  checks::expect_errors_returned([] { return EXERCISE(fill_then_double, output<int>(40), 40); });
}

TEST(MemoryVisibility, NoRaceWithTheChild) {
  NEEDS_EMULATOR();
  for (const int n : {40, 1000}) {
    const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.launches, Contains(Child("double_all").of("fill")));
  }
}

// ---- Tasks 2 and 3 ------------------------------------------------------------------------------

struct Values {
  std::vector<int> all;
  int mean = 0;

  explicit Values(int n) : all(n) {
    for (int i = 0; i < n; ++i) all[i] = (i * 37 + 11) % 1000 - 200;
    mean = std::accumulate(all.begin(), all.end(), 0) / n;
  }
  int size() const { return static_cast<int>(all.size()); }
  int centred(int i) const { return all[i] - mean; }
};

auto CentredValues(const Values& values, int blocks) {
  return Elements([&values](int i) { return values.centred(i); })
      .mistaking([&values](int i) { return values.all[i]; },
                 "the values themselves: nothing was subtracted, or 0 was")
      .mistaking([&values, blocks](int i) { return values.all[i] - blocks * values.mean; },
                 "values from which the mean was taken off once for each block");
}

TEST(MemoryVisibility, MeanIsTakenOff) {
  for (const auto& [n, blocks] :
       {std::pair{1000, 4}, {1024, 4}, {1025, 2}, {3, 5}, {7, 1}, {20, 33}}) {
    const Values values(n);
    const Outcome run = EXERCISE(centre, output<int>(n), input(values.all), n, blocks);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<int>(0), CentredValues(values, blocks))
        << "with n = " << n << " and " << blocks << " blocks";
  }
}

TEST(MemoryVisibility, SumIsReadAfterAllChildren) {
  NEEDS_EMULATOR();
  const Values values(1000);
  const int n = values.size(), blocks = 4;
  const Outcome run = EXERCISE(centre, output<int>(n), input(values.all), n, blocks);
  ASSERT_THAT(run.launches, Ordered(Child("add_up"), Child("subtract_mean")))
      << "the NULL stream of a block knows its own children only (S1); a tail waits for those of "
         "all "
         "blocks (T2)";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  const std::vector<int> few = {3, 5, 7};
  checks::expect_errors_returned(
      [&] { return EXERCISE(centre, output<int>(3), input(few), 3, 2); });
}

TEST(MemoryVisibility, HostSeesMappedResult) {
  const Values values(1000);
  const int n = values.size(), blocks = 4;
  const Outcome run = EXERCISE(centre_in_host_memory, output<int>(n), input(values.all), n, blocks);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<int>(0), CentredValues(values, blocks));
  EXPECT_THAT(run.launches, Every(FromHost("centre_values"), FromHost().with_grid(blocks)))
      << "centre_values is to be launched as in centre, with as many blocks as the caller says: "
         "<<<blocks, 32>>>";
}

TEST(MemoryVisibility, HostWaitsForTheGrids) {
  NEEDS_EMULATOR();
  const Values values(300);
  const int n = values.size(), blocks = 3;
  const Outcome run = EXERCISE(centre_in_host_memory, output<int>(n), input(values.all), n, blocks);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, Contains(FromHost("centre_values")));
  for (const char* copy : {"cudaMemcpy", "cudaMemcpyAsync"}) {
    EXPECT_THAT(run, NotCalled(copy))
        << "the grids are to work in the host's memory itself: nothing is copied to the device or "
           "back (M6)";
  }
  const std::vector<int> few = {3, 5, 7};
  checks::expect_errors_returned(
      [&] { return EXERCISE(centre_in_host_memory, output<int>(3), input(few), 3, 2); });
}

// ---- Task 4 -------------------------------------------------------------------------------------

// The weights that pass_weights has when nobody sets it.
const std::vector<float> kOnePass = {0.25f, 0.5f, 0.25f};
const std::vector<float> kFourPasses = {0.25f, 0.5f,  0.25f, 1.0f, 0.0f, 0.0f,
                                        0.0f,  0.25f, 0.75f, 0.5f, 0.0f, 0.5f};

float sample(int pass, int i) { return static_cast<float>((7 * i + 13 * pass) % 101); }

// The weights of `by_pass`, the samples of `pass`. All sums are exact in a float.
float smoothed(const std::vector<float>& weights, int by_pass, int pass, int i, int n) {
  const float* w = &weights[3 * by_pass];
  return w[0] * sample(pass, std::max(i - 1, 0)) + w[1] * sample(pass, i) +
         w[2] * sample(pass, std::min(i + 1, n - 1));
}

auto SmoothedPasses(const std::vector<float>& weights, int n) {
  return Elements([&weights, n](int k) { return smoothed(weights, k / n, k / n, k % n, n); })
      .mistaking([](int) { return 0; }, "sums that no child wrote")
      .mistaking([&weights, n](int k) { return smoothed(weights, 0, k / n, k % n, n); },
                 "sums with the weights of the first pass");
}

Outcome run_smooth(const std::vector<float>& weights, int n) {
  const int passes = static_cast<int>(weights.size()) / 3;
  return EXERCISE(smooth, output<float>(passes * n), input(weights), passes, n);
}

TEST(MemoryVisibility, ChildReadsTheTexture) {
  for (const int n : {700, 1024, 1}) {
    const Outcome run = run_smooth(kOnePass, n);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(run.result<float>(0), SmoothedPasses(kOnePass, n)) << "with n = " << n;
  }
}

TEST(MemoryVisibility, SamplesAreCompleteAtTheLaunch) {
  NEEDS_EMULATOR();
  const Outcome run = run_smooth(kOnePass, 700);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(1, Child("weigh").of("write_samples")));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  checks::expect_errors_returned([] { return run_smooth(kOnePass, 10); });
}

TEST(MemoryVisibility, EachPassHasItsWeights) {
  const int n = 100;
  const Outcome run = run_smooth(kFourPasses, n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  EXPECT_THAT(run.result<float>(0).in_rows_of(n), SmoothedPasses(kFourPasses, n));
}

TEST(MemoryVisibility, ConstantsStayWhileGridsRun) {
  NEEDS_EMULATOR();
  const int n = 40;
  const Outcome run = run_smooth(kFourPasses, n);
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run.launches, LaunchCount(4, Child("weigh")));
  EXPECT_THAT(run.result<float>(0).in_rows_of(n), SmoothedPasses(kFourPasses, n));
}

}  // namespace
