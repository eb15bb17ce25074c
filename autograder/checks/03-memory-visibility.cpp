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
#include "shared/judged.h"
#include "shared/launches_at_most.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// ---- Task 1 -------------------------------------------------------------------------------------

constexpr int kBlock = 256;

// A thread needs no order for what it writes itself, so others must have written their share.
ReportMatcher ReadsOfOthersOf(const char* parent, const char* child, int n) {
  return ReadsFromOtherThreads(child, parent, n / 2);
}

// Only the blocks that are full, of which there are some: the number of blocks was rounded down.
auto doubled_by_full_blocks(int n) {
  return [full = n / kBlock * kBlock](int i) { return full == 0 || i < full ? 2 * i : i; };
}

WroteResult Doubled() { return WroteResult(0, "double_all").without_host_values(); }

void expect_doubled(int n) {
  watch_reads();
  const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([](int i) { return 2 * i; })
                  .mistaking(doubled_by_full_blocks(n),
                             "what fill wrote after the last full block of 256: the number of "
                             "blocks must be rounded up")
                  .mistaking([](int i) { return i; }, "what fill wrote: no child doubled it"));
  EXPECT_THAT(run, Doubled().slice(1, n));  // 0 is twice as much by itself
  EXPECT_THAT(run, ReadsFromParent("double_all", "fill", n));
  EXPECT_THAT(run, ReadsOfOthersOf("fill", "double_all", n));
}

TEST(MemoryVisibility, ChildSeesTheWholeBlock) {
  for (const int n : {1000, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_doubled(n));
  const CalledTwice twice;
  expect_doubled(40);
}

TEST(MemoryVisibility, OneThreadLaunches) {
  NEEDS_EMULATOR();
  const int n = 1000;
  const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
  ASSERT_THAT(run.launches, LaunchesAtMost(1, Child("double_all").of("fill")))
      << "each thread that reaches the launch launches one grid (K2)";
  ASSERT_THAT(run.launches, LaunchCount(1, Child("double_all").of("fill")));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, Doubled().somewhere());
  expect_errors_returned([] { return EXERCISE(fill_then_double, output<int>(40), 40); });
}

TEST(MemoryVisibility, NoRaceWithTheChild) {
  NEEDS_EMULATOR();
  watch_reads();
  for (const int n : {40, 1000}) {
    const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.launches, Contains(Child("double_all").of("fill")));
    ASSERT_THAT(run, Doubled().somewhere());
    ASSERT_THAT(run, ReadsFromParent("double_all", "fill", n));
    ASSERT_THAT(run, ReadsOfOthersOf("fill", "double_all", n));
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
  int centerd(int i) const { return all[i] - mean; }
};

auto CenterdValues(const Values& values, int blocks) {
  return Elements([&values](int i) { return values.centerd(i); })
      .mistaking([&values](int i) { return values.all[i]; },
                 "the values themselves: nothing was subtracted, or 0 was")
      .mistaking([&values, blocks](int i) { return values.all[i] - blocks * values.mean; },
                 "values from which the mean was subtracted once per block");
}

void expect_centerd(const Outcome& run, const Values& values, int blocks) {
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(Child("add_up")));
  ASSERT_THAT(run.launches, Contains(Child("subtract_mean")))
      << "with " << values.size() << " values and " << blocks
      << " blocks no thread launches subtract_mean, so the mean is not subtracted: that must not "
         "depend on whether a block has values";
  if (test_settings().calls == 1) {
    ASSERT_THAT(run.launches, LaunchCount(1, Child("subtract_mean")))
        << "the mean is subtracted once, by one grid, whatever the numbers of values and blocks: "
        << "with " << values.size() << " values and " << blocks
        << " blocks, which block should launch it, and which of its threads (K2)?";
  }
  ASSERT_THAT(run.result<int>(0), CenterdValues(values, blocks))
      << "with n = " << values.size() << " and " << blocks << " blocks";
  EXPECT_THAT(run, WroteResult(0, "subtract_mean"));
}

void expect_centerd(int n, int blocks) {
  const Values values(n);
  const Outcome run = EXERCISE(center, output<int>(n), input(values.all), n, blocks);
  expect_centerd(run, values, blocks);
}

TEST(MemoryVisibility, MeanIsTakenOff) {
  for (const auto& [n, blocks] :
       {std::pair{1000, 4}, {1024, 4}, {1025, 2}, {3, 5}, {7, 1}, {20, 33}})
    ASSERT_NO_FATAL_FAILURE(expect_centerd(n, blocks));
  const CalledTwice twice;
  expect_centerd(20, 3);
}

TEST(MemoryVisibility, SumIsReadAfterAllChildren) {
  NEEDS_EMULATOR();
  watch_reads();
  const Values values(1000);
  const int n = values.size(), blocks = 4;
  const Outcome run = EXERCISE(center, output<int>(n), input(values.all), n, blocks);
  ASSERT_THAT(run.launches, Ordered(Child("add_up"), Child("subtract_mean")))
      << "the NULL stream of a block orders only the children of that block (S1); a tail waits "
         "for the children of all blocks (T2)";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, Reads("subtract_mean", "add_up", 1));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  const std::vector<int> few = {3, 5, 7};
  expect_errors_returned([&] { return EXERCISE(center, output<int>(3), input(few), 3, 2); });
}

Outcome run_in_host_memory(const Values& values, int blocks) {
  const int n = values.size();
  return EXERCISE(center_in_host_memory, output<int>(n), input(values.all), n, blocks);
}

TEST(MemoryVisibility, HostSeesMappedResult) {
  const Values values(1000), few(20);
  const int blocks = 4;
  const Outcome run = run_in_host_memory(values, blocks);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, Contains(FromHost("center_values")));
  ASSERT_NO_FATAL_FAILURE(expect_centerd(run, values, blocks));
  ASSERT_THAT(run.launches, EveryLaunch(FromHost("center_values"), FromHost().with_grid(blocks)))
      << "launch center_values as in center, with as many blocks as the caller says: <<<blocks, "
         "32>>>";
  const CalledTwice twice;
  expect_centerd(run_in_host_memory(few, 3), few, 3);
}

TEST(MemoryVisibility, HostWaitsForTheGrids) {
  NEEDS_EMULATOR();
  const Values values(300);
  const int n = values.size(), blocks = 3;
  const Outcome run = EXERCISE(center_in_host_memory, output<int>(n), input(values.all), n, blocks);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, Contains(FromHost("center_values")));
  constexpr int kError = 4 * sizeof(int);  // the first error, cleared and read
  for (const char* way : {"host_to_device", "device_to_host"}) {
    EXPECT_THAT(run, CopiesAtMost(way, kError))
        << "the grids must work in the host's memory itself: nothing is copied to the device or "
           "back (M6)";
  }
  const std::vector<int> few = {3, 5, 7};
  expect_errors_returned(
      [&] { return EXERCISE(center_in_host_memory, output<int>(3), input(few), 3, 2); });
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

// The same if the samples beyond the ends are 0.
float smoothed_without_ends(const std::vector<float>& weights, int pass, int i, int n) {
  const float* w = &weights[3 * pass];
  const float left = i > 0 ? sample(pass, i - 1) : 0, right = i + 1 < n ? sample(pass, i + 1) : 0;
  return w[0] * left + w[1] * sample(pass, i) + w[2] * right;
}

auto SmoothedPasses(const std::vector<float>& weights, int n) {
  const int last = static_cast<int>(weights.size()) / 3 - 1;
  const auto by_weights_of = [&weights, n](int pass) {
    return [&weights, n, pass](int k) { return smoothed(weights, pass, k / n, k % n, n); };
  };
  return Elements([&weights, n](int k) { return smoothed(weights, k / n, k / n, k % n, n); })
      .mistaking([](int) { return 0; }, "sums that no child wrote")
      .mistaking([&weights, n](int k) { return smoothed_without_ends(weights, k / n, k % n, n); },
                 "a sum with a sample from beyond an end: there tex1Dfetch returns 0, not the "
                 "sample at the end. Fetch with an index from 0 to n - 1")
      .mistaking(by_weights_of(0), "sums with the weights of the first pass")
      .mistaking(by_weights_of(last), "sums with the weights of the last pass");
}

Outcome run_smooth(const std::vector<float>& weights, int n) {
  const int passes = static_cast<int>(weights.size()) / 3;
  return EXERCISE(smooth, output<float>(passes * n), input(weights), passes, n);
}

// The race with a copy into the constants; null where there is none.
const Diagnostic* race_with_constants(const Outcome& run) {
  const auto found = std::ranges::find_if(run.diagnostics, [](const Diagnostic& d) {
    return d.rule == "race" && d.cites == "M7" &&
           d.message.find("pass_weights") != std::string::npos;
  });
  return found == run.diagnostics.end() ? nullptr : &*found;
}

// The host waited, in calls of that name and before its next launch, for the grids launched so far.
bool waits_for_the_grids(const Outcome& run, const std::string& name, int launches_before) {
  return std::ranges::any_of(run.report->host_waits, [&](const HostWait& wait) {
    const bool is_it = wait.name == name && wait.launches_before == launches_before;
    return is_it && (wait.everything || !wait.grids.empty());
  });
}

// In each turn the host waits for the grids of the last one, and then calls the copy that races.
bool copies_when_no_grid_runs(const Outcome& run, const Diagnostic& race) {
  int waited_for = 0;  // launches
  for (const ApiCall& call : run.host_calls) {
    const bool is_copy = call.name.starts_with("cudaMemcpy") &&
                         (call.line == race.line || call.line == race.other_line);
    if (is_copy && call.launches_before > waited_for) return false;
    if (waits_for_the_grids(run, call.name, call.launches_before))
      waited_for = call.launches_before;
  }
  return true;
}

// Of a race with constants the emulator says that they change under a grid. Here none was running.
Refusal why_copy_comes_late(const Outcome& run) {
  const Diagnostic* race = race_with_constants(run);
  if (race == nullptr || !copies_when_no_grid_runs(run, *race)) return {};
  Diagnostic told = *race;
  told.message = told.message.substr(0, told.message.find(": ")) +
                 ": no grid was running when the copy was called, but nothing makes the next grid "
                 "wait for it. A copy may return before the weights have arrived, and the grids' "
                 "non-blocking stream waits for no other stream. Copy in the stream of the grids "
                 "(M7), or synchronize twice: with the grids before the copy, and with the copy "
                 "before the launch (D6)";
  return refusal_at(told, harness::cause_of(told.rule), diagnostic_words(told));
}

ReportMatcher CopiesArriveInTime() {
  return {"the weights arrive before the grid starts", why_copy_comes_late};
}

void expect_smoothed(const std::vector<float>& weights, int n) {
  const Outcome run = run_smooth(weights, n);
  ASSERT_THAT(run, CopiesArriveInTime());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<float>(0).in_rows_of(n), SmoothedPasses(weights, n)) << "with n = " << n;
  EXPECT_THAT(run, WroteResult(0, "weigh"));
}

// Constants are read otherwise: a pass has three weights.
ReportMatcher FetchesTheSamples() {
  return ReadsThroughTextures("weigh", 3,
                              "A child gets the texture object and fetches the samples of its "
                              "parent with tex1Dfetch: what it reads through a pointer, it does "
                              "not read through the texture (M8)");
}

void expect_fetched(int n) {
  watch_threads();
  EXPECT_THAT(run_smooth(kOnePass, n), FetchesTheSamples());
}

TEST(MemoryVisibility, ChildReadsTheTexture) {
  for (const int n : {700, 1024, 1}) ASSERT_NO_FATAL_FAILURE(expect_smoothed(kOnePass, n));
  expect_fetched(100);
  const CalledTwice twice;
  expect_smoothed(kOnePass, 40);
}

TEST(MemoryVisibility, SamplesAreCompleteAtTheLaunch) {
  NEEDS_EMULATOR();
  watch_reads();
  const Outcome run = run_smooth(kOnePass, 700);
  ASSERT_THAT(run, CopiesArriveInTime());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(1, Child("weigh").of("write_samples")));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, WroteResult(0, "weigh").somewhere());
  ASSERT_THAT(run, ReadsFromParent("weigh", "write_samples", 700));
  ASSERT_THAT(run, ReadsOfOthersOf("write_samples", "weigh", 700));
  expect_fetched(100);
  expect_errors_returned([] { return run_smooth(kOnePass, 10); });
}

TEST(MemoryVisibility, EachPassHasItsWeights) {
  ASSERT_NO_FATAL_FAILURE(expect_smoothed(kFourPasses, 100));
  const CalledTwice twice;  // the second finds the weights of the last pass
  expect_smoothed(kFourPasses, 10);
}

bool copies_between(const Outcome& run, const Launch& launch, const Launch& next) {
  return std::ranges::any_of(run.host_calls, [&](const ApiCall& call) {
    const bool is_between = launch.id <= call.launches_before && call.launches_before < next.id;
    const bool copies =
        call.name.find("Memcpy") != std::string::npos || call.name == "cudaGraphLaunch";
    return is_between && copies && call.result == 0;
  });
}

// In a graph the copies are recorded before anything is launched.
bool has_recorded_copies(const Outcome& run, int passes) {
  int copies = 0;
  bool is_graph = false;
  for (const ApiCall& call : run.host_calls) {
    if (call.result != 0) continue;
    is_graph = is_graph || call.name == "cudaGraphLaunch";
    copies += call.name.find("Memcpy") != std::string::npos ? 1 : 0;
  }
  return is_graph && copies >= passes;
}

// Where no pass has to wait until its weights are there, nothing is left of the task.
Refusal why_weights_not_set(const Outcome& run) {
  const int passes = static_cast<int>(kFourPasses.size()) / 3;
  if (has_recorded_copies(run, passes)) return {};
  const Launch* last = nullptr;
  for (const Launch& pass : run.launches) {
    if (!FromHost("write_samples").matches(pass)) continue;
    if (last != nullptr && !copies_between(run, *last, pass)) {
      return refusal_at(pass, Cause::kCall,
                        "the host copies nothing between the launch of one pass and the launch "
                        "of the next. Each pass has its own weights: copy them into pass_weights "
                        "before its launch (M7)");
    }
    last = &pass;
  }
  return {};
}

TEST(MemoryVisibility, ConstantsStayWhileGridsRun) {
  NEEDS_EMULATOR();
  const int n = 40;
  const Outcome run = run_smooth(kFourPasses, n);
  ASSERT_THAT(run, CopiesArriveInTime());
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, ReportMatcher("sets the weights of each pass", why_weights_not_set));
  EXPECT_THAT(run.launches, LaunchCount(4, Child("weigh")));
  EXPECT_THAT(run.result<float>(0).in_rows_of(n), SmoothedPasses(kFourPasses, n));
}

}  // namespace
