// Checks of lesson 17: who is asked in a vote, and what a warp does with the answer.
//
// A mask that names too many is found by the emulator, which waits for them; one that names only
// those who happen to be there, by schedules in which lanes come by different ways at different
// times (W5).
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "exercise.h"
#include "explained.h"
#include "harness/harness.h"
#include "judged.h"
#include "named_lanes.h"
#include "refused_launch.h"
#include "returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::NoFinding;
using checks::ReturnsNoError;

/// A vote, or a match or reduction, which tells lanes of lanes as well.
bool is_vote(const ApiCall& call) {
  static constexpr const char* kVotes[] = {"__any_sync", "__all_sync", "__ballot_sync", "__match",
                                           "__reduce"};
  return std::ranges::any_of(kVotes, [&](const char* v) { return call.name.starts_with(v); });
}

// Several lanes that write the same answer into one place do no harm, and are not what was asked.
ReportMatcher OneLaneWrites() {
  return {"one lane writes", [](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule != "same-value") continue;
              return {
                  fmt::format("{}: several lanes write the answer of their warp into one place. "
                              "All of them have it, so let one lane write it, such as lane 0 or "
                              "the first of the mask (M12)",
                              d.message.substr(0, d.message.find(": "))),
                  d.file, d.line};
            }
            return {};
          }};
}

// The answers could also be made of memory and atomics.
ReportMatcher VotesInTheWarp() {
  return {"votes in the warp", [](const Outcome& run) -> Refusal {
            if (std::ranges::any_of(run.device_calls, is_vote)) return {};
            const auto asks_who_is_here = [](const ApiCall& c) { return c.name == "__activemask"; };
            if (std::ranges::any_of(run.device_calls, asks_who_is_here)) {
              return {
                  fmt::format("{} makes its answers of __activemask(), which tells only of lanes "
                              "that happened to be here together (W5). All lanes that are to be "
                              "asked come to a vote: __ballot_sync, __any_sync or __all_sync",
                              run.entry_point),
                  {},
                  0};
            }
            return {fmt::format("{} makes its answers without a vote: the lanes of a warp can ask "
                                "one another with __ballot_sync, __any_sync or __all_sync, without "
                                "memory, loops and atomics (W1)",
                                run.entry_point),
                    {},
                    0};
          }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

// The lanes that there are in a warp, by the indices of their values, whether or not there are n.
struct Lanes {
  int first, count;
};

std::vector<Lanes> warps_of(int n, int threads) {
  std::vector<Lanes> warps;
  for (int block = 0; block * threads < n; ++block) {
    for (int lane = 0; lane < threads; lane += 32) {
      warps.push_back({block * threads + lane, std::min(32, threads - lane)});
    }
  }
  return warps;
}

struct Votes {
  unsigned who = 0;
  int any = 0, all = 1;
};

Votes serial_votes(const std::vector<int>& values, Lanes warp) {
  Votes votes;
  const int n = static_cast<int>(values.size());
  for (int lane = 0; lane < warp.count && warp.first + lane < n; ++lane) {
    if (values[warp.first + lane] >= 0) {
      votes.all = 0;
    } else {
      votes.who |= 1U << lane;
      votes.any = 1;
    }
  }
  return votes;
}

// Negative: here and there, then every one, then none; so in the end there are warps of each kind.
std::vector<int> signed_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    const bool negative = i % 192 < 64 ? i * i % 7 == 2 : i % 192 < 128;
    values[i] = negative ? -1 - i : i;
  }
  return values;
}

Refusal why_other_lanes(const Array<unsigned>& who, const std::vector<Votes>& expected) {
  for (std::size_t w = 0; w < expected.size(); ++w) {
    if (who[w] == expected[w].who) continue;
    if (who[w] == 0xcccccccc)
      return because(fmt::format("who[{}]: no lane of warp {} wrote it", w, w));
    return because(
        fmt::format("who[{}] is 0x{:08x}; it should be 0x{:08x}: bit k for each lane k that "
                    "has a value, and a negative one (W3)",
                    w, who[w], expected[w].who));
  }
  return {};
}

Judged NamesTheRightLanes(const std::vector<Votes>& expected) {
  return {"names the lanes that say yes", [expected](const Outcome& run) {
            return why_other_lanes(run.result<unsigned>(0), expected);
          }};
}

void votes_are_right(int n, int threads) {
  const std::vector<int> values = signed_values(n);
  std::vector<Votes> expected;
  std::vector<int> any, all, all_asked;
  for (const Lanes warp : warps_of(n, threads)) {
    expected.push_back(serial_votes(values, warp));
    any.push_back(expected.back().any);
    all.push_back(expected.back().all);
    all_asked.push_back(all.back() != 0 && warp.first + 32 <= n && warp.count == 32);
  }
  const int warps = static_cast<int>(expected.size());
  const Outcome run = EXERCISE(votes_of_warps, output<unsigned>(warps), output<int>(warps),
                               output<int>(warps), input(values), n, threads);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, NamesTheRightLanes(expected))
      << fmt::format("{} values, {} threads", n, threads);
  ASSERT_THAT(run, OneLaneWrites());
  ASSERT_THAT(run, VotesInTheWarp());
  const auto not_written = [](int) { return -1; };
  ASSERT_THAT(run.result<int>(1), Elements(any).mistaking(not_written, "what no lane wrote"));
  ASSERT_THAT(
      run.result<int>(2),
      Elements(all)
          .mistaking(not_written, "what no lane wrote")
          .mistaking([all_asked](int w) { return all_asked[w]; },
                     "what comes out when lanes without a value say no: in \"all\" they must "
                     "not be asked, or say yes, so that they change nothing (W3)")
          .mistaking([](int) { return 1; },
                     "what comes out when only lanes are asked that say yes anyway (W5)"))
      << fmt::format("{} values, in blocks of {} threads", n, threads);
  EXPECT_THAT(run, checks::NamesLanesBeforehand());
}

TEST(Votes, WarpsKnowWho) { votes_are_right(448, 64); }

TEST(Votes, WhoHasNoValueDoesNotCount) {
  // In the last case but one the first warp without a value begins where the values end.
  for (const auto& [n, threads] : {std::pair{203, 80}, {500, 256}, {7, 33}, {96, 64}, {1, 1}}) {
    votes_are_right(n, threads);
    if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure()) return;
  }
}

// ---- Task 2 -------------------------------------------------------------------------------------

int reading_of(int n) {
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

// In every second warp a sensor reads too much; everywhere a lane that is none would.
std::vector<int> sensor_values(int threads) {
  std::vector<int> values(threads);
  for (int i = 0; i < threads; ++i) {
    const int lane = i % 32;
    values[i] = lane % 3 != 0 ? 27 : 5 + (i * 7) % 12;  // 27 takes 111 steps
    if (i / 32 % 2 == 1 && lane == 15) values[i] = 27;
  }
  return values;
}

std::vector<int> who_agrees(const std::vector<int>& values, int limit) {
  std::vector<int> agree((values.size() + 31) / 32, 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 32 % 3 == 0 && reading_of(values[i]) >= limit) agree[i / 32] = 0;
  }
  return agree;
}

TEST(Votes, SensorsAgree) {
  struct Case {
    int threads, limit;
  };
  // In blocks of 79 threads the lane after the last one would be a sensor. 27 takes 111 steps:
  // there the largest readings are the limit itself. In the last case all of them are.
  for (const auto& [threads, limit] : {Case{256, 60},
                                       {80, 60},
                                       {79, 60},
                                       {20, 60},
                                       {1, 60},
                                       {96, reading_of(27)},
                                       {96, 112},
                                       {1, reading_of(5)}}) {
    const std::vector<int> values = sensor_values(threads);
    const std::vector<int> expected = who_agrees(values, limit);
    const Outcome run = EXERCISE(sensors_agree, output<int>(static_cast<int>(expected.size())),
                                 output<int>(threads), input(values), threads, limit);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(
        run.result<int>(0),
        Elements(expected)
            .mistaking([](int) { return -1; }, "verdicts that no lane wrote")
            .mistaking([](int) { return 0; },
                       "what comes out when lanes are asked that are no sensors; they have no "
                       "vote, and in a ballot their bits are 0 (W3)")
            .mistaking([](int) { return 1; },
                       "what comes out when only some of the sensors are asked: those who "
                       "happen to be here together (W5), or those who say yes anyway"))
        << fmt::format("{} threads; a reading agrees if it is less than the limit, {}", threads,
                       limit);
    ASSERT_THAT(run, OneLaneWrites());
    ASSERT_THAT(run, VotesInTheWarp());
    ASSERT_THAT(run.result<int>(1),
                Elements([&values](int i) { return i % 32 % 3 == 0 ? 0 : 2 * values[i]; }))
        << "the other lanes have work of their own";
    EXPECT_THAT(run, checks::NamesLanesBeforehand());
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr int kRounds = 64;

int next(int n) {
  if (n % 2 != 0) n = 3 * n + 1;
  while (n % 2 == 0) n /= 2;
  return n;
}

std::vector<int> lanes_in_round(const std::vector<int>& numbers) {
  std::vector<int> running((numbers.size() + 31) / 32 * kRounds);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    int round = 0;
    for (int n = numbers[i]; n != 1; n = next(n)) ++running[i / 32 * kRounds + round++];
  }
  return running;
}

TEST(Votes, LanesAreCounted) {
  for (const int threads : {160, 75, 1}) {
    std::vector<int> numbers(threads);
    for (int i = 0; i < threads; ++i) numbers[i] = 1 + i * 37 % 400;
    if (threads > 1) numbers.back() = 2;  // 1 is one round away
    const std::vector<int> expected = lanes_in_round(numbers);
    const Outcome run = EXERCISE(lanes_running, output<int>(static_cast<int>(expected.size())),
                                 input(numbers), threads);
    ASSERT_THAT(run,
                NoFinding("race", "M11",
                          "one lane should write for all that are in the loop. Here several do: "
                          "each knows only of lanes that happened to be here together with it, "
                          "and __activemask says no more than that (W5). The ballot of the round "
                          "before is a mask that names all"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, OneLaneWrites());
    ASSERT_THAT(run, VotesInTheWarp());
    ASSERT_THAT(run.result<int>(0).in_rows_of(kRounds),
                Elements(expected).mistaking(
                    [](int) { return 0; },
                    "rounds in which nobody wrote: a lane that has left the loop cannot"))
        << "rows are warps, columns are rounds. Too few lanes: only those were asked that happened "
           "to "
           "be here together, and __activemask says no more than that (W5). The ballot of the "
           "round "
           "before is a mask that names all";
    EXPECT_THAT(run, checks::NamesLanesBeforehand());
  }
}

// ---- Task 4 -------------------------------------------------------------------------------------

constexpr int kParts = 8, kBlock = 80;

// Some warps have no high cell, some a few, some only high ones.
std::vector<int> heights_of(int n) {
  std::vector<int> heights(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    heights[i] = 1 + (warp % 4 == 0 ? i % 9 : warp % 4 == 3 ? 60 : i % 5 == 2 ? 70 : 9);
  }
  return heights;
}

constexpr int kLimit = 50;

Outcome run_cells(const std::vector<int>& heights) {
  const int n = static_cast<int>(heights.size());
  return EXERCISE(refine_cells, output<int>(n), output<int>(n * kParts), input(heights), n, kLimit);
}

TEST(Votes, HighCellsAreRefined) {
  for (const int n : {400, 333, 1}) {
    const std::vector<int> heights = heights_of(n);
    const Outcome run = run_cells(heights);
    ASSERT_THAT(run, NoFinding("race", "M4",
                               "a warp's child should read cells of this warp only: refine counts "
                               "them from `first`, which is the cell of lane 0, whoever launches"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.result<int>(0), Elements([&](int i) { return 10 * heights[i]; }));
    ASSERT_THAT(run.result<int>(1).in_rows_of(kParts),
                Elements([&](int k) {
                  const int height = heights[k / kParts];
                  return height > kLimit ? 10 * height + k % kParts : -1;
                }).mistaking([](int) { return -1; }, "cells that nobody refined"))
        << "rows are cells: block b of refine takes the cell of the b-th bit of `voted`, counted "
           "from "
           "the cell `first` of lane 0";
    EXPECT_THAT(run, checks::NamesLanesBeforehand());
  }
}

// High cells of each warp that has some, most first.
std::vector<int> high_cells(const std::vector<int>& heights) {
  std::vector<int> counts;
  for (const Lanes warp : warps_of(static_cast<int>(heights.size()), kBlock)) {
    int high = 0;
    for (int i = warp.first; i < warp.first + warp.count; ++i) {
      high += i < static_cast<int>(heights.size()) && heights[i] > kLimit;
    }
    if (high > 0) counts.push_back(high);
  }
  std::ranges::sort(counts, std::greater<>());
  return counts;
}

Refusal why_not_one_a_warp(const Launches& launches, const std::vector<int>& asked) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (Child("refine").matches(l)) found.push_back(&l);
  }
  if (found.empty()) return {"nobody launches refine yet", {}, 0};
  if (found.size() != asked.size()) {
    return {
        fmt::format("{} launches of refine, where {} warps have a high cell: the lanes of a warp "
                    "vote, and one of them launches for all of them, if there is anything to do. "
                    "Every thread that comes to a launch makes a grid of its own (K2)",
                    found.size(), asked.size()),
        found.front()->file, found.front()->line};
  }
  std::ranges::sort(found, std::greater<>(), [](const Launch* l) { return l->grid.x; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto blocks = static_cast<int>(found[i]->grid.x);
    if (blocks == asked[i]) continue;
    return {
        fmt::format("{} has {} blocks for a warp with {} high cells: a block for each, __popc of "
                    "the ballot",
                    launch_words(*found[i]), blocks, asked[i]),
        found[i]->file, found[i]->line};
  }
  return {};
}

TEST(Votes, OneLaunchAWarp) {
  NEEDS_EMULATOR();
  const std::vector<int> heights = heights_of(333);
  const Outcome run = run_cells(heights);
  const std::vector<int> asked = high_cells(heights);
  ASSERT_THAT(run.launches, NoRefusedLaunches())
      << "a warp in which nobody votes launches nothing: a grid of 0 blocks is error 9 (K6)";
  ASSERT_THAT(run, VotesInTheWarp());
  EXPECT_THAT(run.launches, (LaunchesMatcher{"one launch a warp", [asked](const Launches& l) {
                                               return why_not_one_a_warp(l, asked);
                                             }}));
}

TEST(Votes, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_cells(heights_of(200));
  ASSERT_THAT(run.launches, Contains(Child("refine"))) << "nobody launches refine yet";
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  checks::expect_errors_returned([] { return run_cells(heights_of(200)); });
}

}  // namespace
