// Task 2: lanes that want a place, and the one atomic that deals places to all of them.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "24-ptx/inline_ptx.h"
#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::vector<int> multiples(const std::vector<int>& numbers, int divisor) {
  std::vector<int> kept;
  std::ranges::copy_if(numbers, std::back_inserter(kept), [=](int v) { return v % divisor == 0; });
  return kept;
}

Outcome run_multiples(const std::vector<int>& numbers, int divisor) {
  return EXERCISE(keep_multiples, output<int>(numbers.size()), output<int>(1), input(numbers),
                  static_cast<int>(numbers.size()), divisor);
}

// Where no number is kept, their count is 0 as a memset left it.
WroteResult KeptByLanes(std::size_t count) {
  return WroteResult(0, "filter").launched_anywhere().first(count);
}
WroteResult CountedByLanes(std::size_t count) {
  return WroteResult(1, "filter").launched_anywhere().where([count](int) { return count > 0; });
}

// Comes before the race that two lanes with one place are as well: these words say more.
Judged PlacesAreApart(std::size_t wanted) {
  return {
      "each lane that wants has a place of its own", [=](const Outcome& run) -> Refusal {
        if (!run.finished()) return {};
        const auto count = static_cast<std::size_t>(run.result<int>(1)[0]);
        if (count != wanted)
          return because(
              "*count is {}; {} numbers are wanted. In each warp, one lane, the first that wants a "
              "place, adds for all of them: the number of bits set in the ballot",
              count, wanted);
        const auto& kept = run.result<int>(0);
        const auto written = static_cast<std::size_t>(
            std::count_if(kept.begin(), kept.end(), [](int v) { return v != kUntouched; }));
        if (written == wanted) return {};
        return because(
            "{} elements of `kept` were written; {} numbers are wanted. A lane's place is where "
            "its warp's places begin, which the leader must tell all others, plus the number of "
            "lanes below it that want one. A lane that wants none writes nothing. The last but one "
            "operand of shfl.sync.idx is the clamp: with 0x1f all lanes get the leader's value, "
            "with 0 each gets its own",
            written, wanted);
      }};
}

// Warps of which the last lane wants, and before it another one in each.
std::vector<int> two_of_each_warp() {
  std::vector<int> numbers(32 * 32, 1);
  for (int warp = 0; warp < 32; ++warp) {
    numbers[32 * warp + 31] = 2 * (warp + 101);
    numbers[33 * warp] = 2 * (warp + 1);
  }
  return numbers;
}

// Which lanes want a place, by warps; the threads of blocks of 128 have a number each.
std::vector<Opinions> lanes_that_want(const std::vector<int>& numbers, int divisor) {
  constexpr std::uint32_t kLanes = 32, kWarps = 4;
  std::vector<Opinions> all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint32_t warp = static_cast<std::uint32_t>(i) / kLanes;
    if (i % kLanes == 0) all.push_back({warp / kWarps, warp % kWarps, 0, 0});
    all.back().asked |= 1U << i % kLanes;
    if (numbers[i] % divisor == 0) all.back().yes |= 1U << i % kLanes;
  }
  return all;
}

// Each lane looks at its own number, and lanes tell each other in the ballot what they want.
void expect_kept_by_all_lanes(const Outcome& run, const std::vector<int>& numbers, int divisor) {
  const std::size_t kept = multiples(numbers, divisor).size();
  EXPECT_THAT(run,
              ReadsOwnData(all_grids(), 4, 4,
                           "each lane reads only its own number, and appends it if it is "
                           "wanted. It learns from the ballot which other lanes want a place"));
  EXPECT_THAT(run, RunsInPtx("vote.sync.ballot", static_cast<int>(numbers.size())));
  EXPECT_THAT(run, RunsInPtx("shfl.sync", static_cast<int>(kept)));
  for (const StandsFor& kind : {kVotes, kShuffles, kAtomics})
    EXPECT_THAT(run, CallsNoFunctionFor(kind));
  EXPECT_THAT(run, LanesExchangeValues(lanes_that_want(numbers, divisor), Exchange::kByVotesOnly));
  EXPECT_THAT(run,
              WritesOwnData(all_grids(), 1,
                            "each lane stores the number that it wants to keep, and no other"));
}

TEST(Ptx, MultiplesAreKept) {
  watch_threads();
  for (const auto& [numbers, divisor] : {std::pair{numbers_for(1000), 2},
                                         {numbers_for(1000), 7},
                                         {numbers_for(257), 1},
                                         {numbers_for(31), 3},
                                         {numbers_for(1), 2},
                                         {numbers_for(300), 100000},
                                         {two_of_each_warp(), 2}}) {
    const std::vector<int> kept = multiples(numbers, divisor);
    const Outcome run = run_multiples(numbers, divisor);
    ASSERT_THAT(run, Keeps("careless-asm")) << kClobbers;
    ASSERT_THAT(run, NamesLanesBeforehand());
    ASSERT_THAT(run, PlacesAreApart(kept.size()));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(1), Elements(std::vector<int>{static_cast<int>(kept.size())}));
    ASSERT_THAT(run.result<int>(0).first(kept.size()), InAnyOrder(kept));
    EXPECT_THAT(run.result<int>(0).slice(kept.size(), numbers.size()),
                Elements([](int) { return kUntouched; }));
    EXPECT_THAT(run, KeptByLanes(kept.size()));
    EXPECT_THAT(run, CountedByLanes(kept.size()));
    expect_kept_by_all_lanes(run, numbers, divisor);
  }
}

// Warps, 32 numbers each, in which some number is wanted.
int warps_that_want(const std::vector<int>& numbers, int divisor) {
  int warps = 0;
  for (std::size_t first = 0; first < numbers.size(); first += 32) {
    const auto end = std::min(first + 32, numbers.size());
    warps += std::any_of(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                         numbers.begin() + static_cast<std::ptrdiff_t>(end),
                         [=](int v) { return v % divisor == 0; });
  }
  return warps;
}

// All of them, whether they are written in PTX, as a function or otherwise.
int atomics_of(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) count += is_atomic(call) ? call.count : 0;
  return count;
}

ReportMatcher TakesOneAtomicAWarp(int warps) {
  return {"takes one atomic per warp", [warps](const Outcome& run) -> Refusal {
            if (atomics_of(run) <= warps) return {};
            return because(
                "{} warps have a number to keep, but {} atomic operations were executed: the first "
                "lane that wants a place adds for its whole warp, and tells the others where their "
                "places begin",
                warps, atomics_of(run));
          }};
}

TEST(Ptx, OneAtomicAWarp) {
  NEEDS_EMULATOR();
  watch_threads();
  const std::vector<int> numbers = numbers_for(1000);
  const Outcome run = run_multiples(numbers, 7);
  ASSERT_THAT(run, PlacesAreApart(multiples(numbers, 7).size()));
  ASSERT_THAT(run, TakesOneAtomicAWarp(warps_that_want(numbers, 7)));
  ASSERT_NO_FATAL_FAILURE(expect_ptx(run, {"vote.sync.ballot", "atom.", "shfl.sync"}));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, KeptByLanes(multiples(numbers, 7).size()).somewhere());
  EXPECT_THAT(run, CountedByLanes(multiples(numbers, 7).size()));
  expect_kept_by_all_lanes(run, numbers, 7);
  // In most warps no lane wants a number.
  EXPECT_THAT(run_multiples(numbers, 500), TakesOneAtomicAWarp(warps_that_want(numbers, 500)));
}

}  // namespace
