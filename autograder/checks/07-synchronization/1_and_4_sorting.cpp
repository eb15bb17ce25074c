// Tasks 1 and 4: three grids in order sort an array, and the host waits once for many arrays.
#include <utility>

#include "07-synchronization/runs.h"
#include "shared/host_waits.h"
#include "shared/judged.h"
#include "shared/launched_in_order.h"
#include "shared/launches_at_most.h"

namespace {

using namespace checks;

std::vector<int> sorted(std::vector<int> keys) {
  std::ranges::sort(keys);
  return keys;
}

auto Sorted(const std::vector<int>& keys) {
  return Elements(sorted(keys))
      .mistaking([](int) { return -1; }, "elements to which no key was written");
}

void expect_sorted(const std::vector<int>& keys) {
  const Outcome run = run_sort(keys);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<int>(0), Sorted(keys));
  EXPECT_THAT(run, PlacedByChildren());
  EXPECT_THAT(run.launches, SortsOneKeyAThread());
}

TEST(Synchronization, KeysAreSorted) {
  for (const auto& keys :
       {keys_of(1000, 1), keys_of(1024, 3), keys_of(1, 5), std::vector<int>(300, kKeys - 1)}) {
    ASSERT_NO_FATAL_FAILURE(expect_sorted(keys));
  }
  const CalledTwice twice;
  expect_sorted(keys_of(50, 1));
}

TEST(Synchronization, ChildrenInOrder) {
  NEEDS_EMULATOR();
  watch_reads();
  const std::vector<int> keys = keys_of(400, 2);
  const Outcome run = run_sort(keys);
  for (const char* kernel : {"count_keys", "find_places", "place_keys"}) {
    ASSERT_THAT(run.launches, LaunchesAtMost(1, Child(kernel)))
        << "each thread that reaches the launch launches one grid (K2)";
  }
  for (const auto& [first, second] :
       {std::pair{"count_keys", "find_places"}, {"find_places", "place_keys"}}) {
    ASSERT_THAT(run.launches, LaunchedInOrder(Child(first), Child(second)));
    ASSERT_THAT(run.launches, Ordered(Child(first), Child(second)))
        << "grids in one stream start one after another (S5); grids in different streams do not";
  }
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, PlacedByChildren().somewhere());
  EXPECT_THAT(run, FindsPlacesFromCounts(keys));
  EXPECT_THAT(run, PlacesKeysWhereTheyBelong(keys));
}

std::vector<int> each_sorted(std::vector<int> keys, int n) {
  for (auto batch = keys.begin(); batch != keys.end(); batch += n) std::sort(batch, batch + n);
  return keys;
}

void expect_batches_sorted(int n, int batches) {
  const Outcome run = run_batches(n, batches);
  ASSERT_NO_FATAL_FAILURE(expect_no_error(run));
  ASSERT_THAT(run.result<int>(0).in_rows_of(n),
              Elements(each_sorted(batches_of(n, batches), n))
                  .mistaking([](int) { return -1; }, "elements to which no key was written"));
  EXPECT_THAT(run, PlacedByChildren());
  EXPECT_THAT(run.launches, SortsOneKeyAThread());
}

TEST(Synchronization, BatchesAreSorted) {
  for (const auto& [n, batches] : {std::pair{300, 4}, {50, 1}, {1, 3}}) {
    ASSERT_NO_FATAL_FAILURE(expect_batches_sorted(n, batches));
  }
  const CalledTwice twice;
  expect_batches_sorted(20, 2);
}

bool synchronizes(const ApiCall& call) {
  return call.name == "cudaDeviceSynchronize" || call.name == "cudaStreamSynchronize" ||
         call.name == "cudaEventSynchronize";
}

// Calls that wait, or tell whether it is done, on their way to something else.
bool waits_in_passing(const ApiCall& call) {
  return call.name == "cudaMemcpy" || call.name == "cudaMemcpyFromSymbol" ||
         call.name == "cudaStreamQuery" || call.name == "cudaEventQuery";
}

// Those between two launches; behind the last one a copy may stand for the one wait.
int waits_in_passing(const Outcome& run) {
  int first = 0, last = 0;
  for (const Launch& l : run.launches) {
    if (!l.from_host()) continue;
    if (first == 0) first = l.id;
    last = l.id;
  }
  const auto is_between = [=](int before) { return before >= first && before < last; };
  const auto calls = std::ranges::count_if(run.host_calls, [&](const ApiCall& call) {
    return waits_in_passing(call) && is_between(call.launches_before);
  });
  const auto others = std::ranges::count_if(run.report->host_waits, [&](const HostWait& wait) {
    const ApiCall call{.name = wait.name, .detail = {}, .file = {}};
    return waits_for_grids(wait) && is_between(wait.launches_before) && !synchronizes(call) &&
           !waits_in_passing(call);
  });
  return static_cast<int>(calls + others);
}

// What comes before the first launch prepares it.
int host_waits(const Outcome& run) {
  const auto waits = [](const ApiCall& call) {
    return synchronizes(call) && call.launches_before > 0;
  };
  return static_cast<int>(std::ranges::count_if(run.host_calls, waits)) + waits_in_passing(run);
}

// A run that is clean and has no such call has waited in passing, behind the last launch.
ReportMatcher WaitsOnce() {
  return {"waits for the device once", [](const Outcome& run) -> Refusal {
            const int waits = host_waits(run);
            if (waits <= 1) return {};
            return because(
                "the host waits {} times; it should wait once, after the last launch: a grid in "
                "a stream already waits for the grid before it and for everything that the "
                "earlier grid launched (N1, N4)",
                waits);
          }};
}

TEST(Synchronization, HostWaitsOnce) {
  NEEDS_EMULATOR();
  const int batches = 3;
  const Outcome run = run_batches(100, batches);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.launches, LaunchCount(batches, FromHost("sort_keys")));
  EXPECT_THAT(run, WaitsOnce());
  EXPECT_THAT(run, PlacedByChildren().somewhere());
  EXPECT_THAT(run.launches, SortsOneKeyAThread());
}

}  // namespace
