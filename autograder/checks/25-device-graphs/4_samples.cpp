// Task 4: samples are taken beside the steps, which do not wait for them.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "25-device-graphs/graphs.h"
#include "25-device-graphs/serial.h"

namespace {

using namespace checks;

struct Sampled {
  std::vector<float> cells, roughness;
};

Sampled sample_serially(std::vector<float> now, int steps, int every) {
  std::vector<float> next(now.size()), roughness;
  for (int step = 1; step <= steps; ++step) {
    step_serially(now, next);
    std::swap(now, next);
    if (step % every == 0) roughness.push_back(roughness_of(now));
  }
  return {now, roughness};
}

Outcome run_samples(const std::vector<float>& start, int steps, int every) {
  return EXERCISE(sampled_steps, inout(start), output<float>(steps / every),
                  static_cast<int>(start.size()), steps, every);
}

bool is_complete(const Outcome& run, const Sampled& wanted) {
  if (!run.finished() || run.returned<int>() != 0) return false;
  return run.result<float>(0).to_vector() == wanted.cells &&
         run.result<float>(1).to_vector() == wanted.roughness;
}

void expect_samples(const std::vector<float>& start, int steps, int every) {
  const Sampled wanted = sample_serially(start, steps, every);
  const Outcome run = run_samples(start, steps, every);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  if (!is_complete(run, wanted)) {
    EXPECT_THAT(run, LostNoRefusal());
  }
  ASSERT_THAT(run.result<float>(0), Elements(wanted.cells))
      << fmt::format("with {} and {} steps", counted(start.size(), "cell", "cells"), steps);
  ASSERT_THAT(run.result<float>(1),
              Elements(wanted.roughness)
                  .mistaking([](int) { return std::bit_cast<float>(0x7f7f7f7f); },
                             "samples whose graph was never launched"))
      << fmt::format("with {}, {} steps, and a sample after each {}",
                     counted(start.size(), "cell", "cells"), steps, every);
  if (!wanted.roughness.empty()) {
    EXPECT_THAT(run, WroteResult(1, "find_roughness").launched_anywhere());
  }
}

TEST(DeviceGraphs, SamplesAreRight) {
  expect_samples(start_cells(200), 10, 3);
  expect_samples(start_cells(50), 12, 4);  // a sample after the last step
  expect_samples(start_cells(10), 5, 1);   // after each step
  expect_samples(start_cells(10), 3, 4);   // none
  expect_samples(start_cells(1), 1, 1);
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_samples(start_cells(20), 6, 2);
}

// On the virtual clock some step begins while a sample is taken.
Refusal why_steps_wait(const Launches& launches) {
  const auto is_roughness = [](const Launch& l) { return l.kernel == "find_roughness"; };
  const auto is_beside = [&](const Launch& sample) {
    return std::ranges::any_of(launches, [&](const Launch& l) {
      return l.kernel == "relax" && sample.start_ns < l.start_ns && l.start_ns < sample.end_ns;
    });
  };
  if (std::ranges::none_of(launches, is_roughness)) return because("no sample was taken");
  for (const Launch& sample : launches) {
    if (is_roughness(sample) && is_beside(sample)) return {};
  }
  return because(
      Cause::kOrder,
      "no step runs beside find_roughness, although a sample takes as long as many "
      "steps. The tails of a graph wait for what the graph has fired (C5), and tails run "
      "one after another. They do not wait for siblings: launch the sample into "
      "cudaStreamGraphFireAndForgetAsSibling (C6)");
}

TEST(DeviceGraphs, StepsDoNotWaitForSamples) {
  NEEDS_EMULATOR();
  const std::vector<float> start = start_cells(3000);
  const Outcome run = run_samples(start, 9, 2);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, CalledTimes("cudaGraphLaunch", 1));
  EXPECT_THAT(run.launches, LaunchesMatcher("steps that do not wait", why_steps_wait));
  EXPECT_THAT(run.launches, LaunchCount(9, LaunchOf("relax")));
  EXPECT_THAT(run.launches, LaunchCount(4, LaunchOf("find_roughness")));
}

TEST(DeviceGraphs, NoSampleIsLost) {
  NEEDS_EMULATOR();
  const std::vector<float> start = start_cells(20);
  const Sampled wanted = sample_serially(start, 5, 2);
  const OneRun call = [&] { return run_samples(start, 5, 2); };
  ASSERT_NO_FATAL_FAILURE(expect_samples(start, 5, 2));
  for (const int number : {1, 2, 3}) {
    for (const int error : {1, 2}) {
      const Outcome run = run_refusing_graph(number, call, error);
      EXPECT_THAT(run, NoticesTheRefusal(number, error, is_complete(run, wanted)));
    }
  }
}

}  // namespace
