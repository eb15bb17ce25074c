// Task 3: places in a ring, each lane going round for itself.
#include "18-warp-aggregated-atomics/places.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Refusal why_other_ring(const Array<int>& ring, std::vector<int> kept, int start) {
  const int size = static_cast<int>(ring.size()), count = static_cast<int>(kept.size());
  std::vector<int> found;
  for (int k = 0; k < count; ++k) {
    const int place = (start + k) % size;
    if (ring[place] == -1) {
      return because(
          "ring[{}] is free, though {} values go into a ring of {} places from {} on: after the "
          "last place comes place 0, and each lane must wrap around for itself: (first + rank) % "
          "size",
          place, count, size, start);
    }
    found.push_back(ring[place]);
  }
  std::ranges::sort(found);
  std::ranges::sort(kept);
  if (found == kept) return {};
  return because("the ring's places are filled, but not with each value once");
}

Judged FillsTheRing(const std::vector<int>& kept, int start) {
  return {"fills the ring",
          [=](const Outcome& run) { return why_other_ring(run.result<int>(0), kept, start); }};
}

const char* const kRound =
    "a place beyond the end of the ring: the end may lie within the places of one warp, so each "
    "lane must wrap around for itself, (first + rank) % size";

const char* const kNotNextPlace =
    ". This is about into_ring, task 3. If the line is in next_place, the call is right there, for "
    "task 2: leave it, and do not call next_place from into_ring";

// Atomics of a run beside the two of each call of take, and one of them.
struct Others {
  int count = 0;
  ApiCall one;
};

Others beside_take(const Outcome& run, int calls) {
  Others others{-2 * calls, {}};
  for (const ApiCall& call : run.device_calls) {
    if (!is_atomic(call)) continue;
    others.count += call.count;
    if (call.name != "atomicAdd" || call.count != calls || others.one.name.empty())
      others.one = call;
  }
  return others;
}

const char* const kOnlyGrows =
    "the counter only ever grows, and only take changes it. Between a take and an atomic that "
    "resets the counter, other warps may call take (M11): they, too, find it beyond the end, and "
    "each resets it, below 0 or to places that are taken. Do not reset it, and let each place wrap "
    "around: (first + rank) % size";

// Other atomics may be right in shared memory, or one a value, for the ring. Where there is no
// shared memory and they are fewer than the values, they are of the counter.
Refusal why_set_back(const Outcome& run, int calls, int values) {
  if (!run.finished() || run.result<int>(2)[0] != calls) return {};
  const auto [count, one] = beside_take(run, calls);
  const bool shares = std::ranges::any_of(run.launches, &Launch::shared_bytes);
  if (shares || count <= 0 || count >= values) return {};
  return refusal_at(one, "{} is called in addition to take: {}", one.name, kOnlyGrows);
}

ReportMatcher LetsTheCounterGrow(int calls, int values) {
  return {"lets the counter grow",
          [=](const Outcome& run) { return why_set_back(run, calls, values); }};
}

void expect_ring(int n, int divisor, int size, int start) {
  const std::vector<int> values = values_of(n);
  const auto warps = kept_by_warp(values, divisor);
  const std::vector<int> kept = joined(warps);
  watch_threads();
  const Outcome run = EXERCISE(fill_ring, output<int>(size), output<int>(1), output<int>(1),
                               input(values), n, divisor, size, start);
  ASSERT_THAT(run, WarpsAreApart());
  ASSERT_THAT(run, LetsTheCounterGrow(warps_that_keep(warps), static_cast<int>(kept.size())));
  ASSERT_THAT(run, NoFinding("out-of-bounds", "", kRound));
  ASSERT_THAT(run, NoTwoInOnePlace(fmt::format(
                       "the ring has {} places and gets {} values, the first at {}: a place is "
                       "(first + rank) % size, for any size; & (size - 1) is the same only where "
                       "size is a power of two\n{}",
                       size, kept.size(), start, kOwnPlace)));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, FillsTheRing(kept, start));
  ASSERT_THAT(run.result<int>(1)[0], (start + static_cast<int>(kept.size())) % size)
      << "the next free place";
  ASSERT_THAT(run, CallsTake(2, warps_that_keep(warps)));
  ASSERT_THAT(run, SharesAtomics(warps_that_keep(warps), static_cast<int>(kept.size())));
  ASSERT_THAT(run, LooksAtItsOwnNumber());
  const Array<int> ring = run.result<int>(0);
  ASSERT_THAT(run, WroteResult(0).where([&](int i) { return ring[i] != -1; }));
  ASSERT_THAT(run, NamesLanesBeforehand(kNotNextPlace));
  ASSERT_THAT(run, LanesTellWhoKeeps(values, divisor));
  ASSERT_THAT(run, FillsItsOwnPlace());
}

TEST(Aggregation, RingIsFilled) {
  ASSERT_NO_FATAL_FAILURE(expect_ring(333, 3, 260, 250));
  ASSERT_NO_FATAL_FAILURE(expect_ring(333, 3, 199, 150));
  ASSERT_NO_FATAL_FAILURE(expect_ring(100, 1, 100, 99));
  expect_ring(1, 3, 1, 0);
}

}  // namespace
