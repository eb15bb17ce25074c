// Task 4: one launch for the lanes that are here together.
#include "18-warp-aggregated-atomics/places.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr int kLimit = 20;
const WhichGrids kParents = all_but_children("add_up");

// Small ones of many lengths, so that lanes come to the branch by different ways; some warps have
// no large one, some only large ones.
std::vector<int> sizes_of(int n) {
  std::vector<int> sizes(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    const bool large = warp % 4 != 1 && (warp % 4 == 2 || i % 5 == 2);
    sizes[i] = large ? 30 + i * 7 % 50 : i * 3 % (kLimit + 1);
  }
  return sizes;
}

int sum_of(int size) {
  int sum = 0;
  for (int k = 0; k < size; ++k) sum += k * k % 7;
  return sum;
}

Outcome run_sizes(const std::vector<int>& sizes) {
  watch_threads();
  const int n = static_cast<int>(sizes.size());
  return EXERCISE(add_up_sizes, output<int>(n), output<int>(1), input(sizes), n, kLimit);
}

TEST(Aggregation, SizesAreAddedUp) {
  const std::vector<int> only_large(96, kLimit + 1);
  for (const std::vector<int>& sizes : {sizes_of(400), sizes_of(333), sizes_of(1), only_large}) {
    const Outcome run = run_sizes(sizes);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, PlacesAreApart());
    ASSERT_THAT(run,
                NoFinding("missing-fence", "M4",
                          "a child must read only the items of its own group, from items + first "
                          "on: these are ordered before its launch, others are not"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(
        run.result<int>(0),
        Elements([&](int i) { return sum_of(sizes[i]); })
            .mistaking([&](int i) { return sizes[i] > kLimit ? 0 : sum_of(sizes[i]); },
                       "sums that no child added to: its items are not where it reads, from the "
                       "first place of its group on"));
    ASSERT_THAT(run, LooksAtItsOwnNumber(kParents));
    ASSERT_THAT(run, FillsItsOwnPlace(kParents));
    EXPECT_THAT(run, WroteResult(0).where([&](int i) { return sum_of(sizes[i]) != 0; }));
  }
}

std::vector<int> large_by_warp(const std::vector<int>& sizes) {
  std::vector<int> counts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i % kBlock % 32 == 0) counts.push_back(0);
    if (sizes[i] > kLimit) ++counts.back();
  }
  std::erase(counts, 0);
  return counts;
}

Refusal why_not_shared(const Launches& launches, const std::vector<int>& large) {
  const Launch* first = nullptr;
  std::size_t count = 0;
  int blocks = 0, asked = 0;
  for (const Launch& l : launches) {
    if (!Child("add_up").matches(l)) continue;
    if (first == nullptr) first = &l;
    ++count;
    blocks += static_cast<int>(l.grid.x);
  }
  for (const int n : large) asked += n;
  if (first == nullptr) return because("no kernel launches add_up yet");
  if (count > 2 * large.size()) {
    return refusal_at(
        first,
        "{} launches of add_up by {} warps: lanes that are there together share a launch, and one "
        "of them makes it. Each thread that reaches a launch launches its own grid (K2)",
        count, large.size());
  }
  if (blocks == asked) return {};
  return refusal_at(first,
                    "all launches of add_up together have {} blocks for {} items: launch one block "
                    "per lane that shares the launch, __popc of their mask",
                    blocks, asked);
}

// Each group of lanes takes its places by one call, and launches once.
Refusal why_not_a_call_each(const Outcome& run) {
  const int calls = run.result<int>(1)[0];
  const auto launches = std::ranges::count_if(
      run.launches, [](const Launch& l) { return Child("add_up").matches(l); });
  if (calls == launches) return {};
  return because(
      "take was called {} times for {} launches of add_up: lanes that share a launch need adjacent "
      "places in items, from one call of take by one of them",
      calls, launches);
}

TEST(Aggregation, OneLaunchForThoseHere) {
  NEEDS_EMULATOR();
  const std::vector<int> sizes = sizes_of(333), large = large_by_warp(sizes);
  const Outcome run = run_sizes(sizes);
  ASSERT_THAT(run.launches, NoRefusedLaunches());
  ASSERT_THAT(run.launches, (LaunchesMatcher{"shares launches", [large](const Launches& l) {
                                               return why_not_shared(l, large);
                                             }}));
  ASSERT_THAT(run.launches, EveryLaunch(Child("add_up"), LaunchOf("").with_block(kChildThreads)));
  ASSERT_THAT(run, ReportMatcher("takes places once per launch", why_not_a_call_each));
  const int calls = run.result<int>(1)[0];
  ASSERT_THAT(run, SharesAtomics(calls, 2 * calls, kParents));  // who launches may look at errors
  ASSERT_THAT(run, LooksAtItsOwnNumber(kParents));
  ASSERT_THAT(run, FillsItsOwnPlace(kParents));
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

TEST(Aggregation, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_sizes(sizes_of(200));
  ASSERT_THAT(run.launches, Contains(Child("add_up"))) << "no kernel launches add_up yet";
  ASSERT_THAT(run.launches, EveryLaunchChecked())
      << "the lane that launches reads the error: no other thread sees it (R3)";
  ASSERT_THAT(run, LooksAtItsOwnNumber(kParents));
  ASSERT_THAT(run, FillsItsOwnPlace(kParents));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  expect_errors_returned([] { return run_sizes(sizes_of(200)); });
}

}  // namespace
