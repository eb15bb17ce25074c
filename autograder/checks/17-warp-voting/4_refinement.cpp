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
#include "harness/harness.h"
#include "harness/text.h"
#include "shared/explained.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"
#include "shared/warp_operations.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::NoFinding;
using checks::ReturnsNoError;

/// A vote, or a match or reduction, which tells lanes of lanes as well; by itself or of a group.
bool is_vote(const ApiCall& call) {
  using enum checks::Operation;
  return checks::is_one_of(call, {kVote, kMatch, kReduction});
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

// The answers could also be made of memory and atomics. Whoever asks who is here has been told so
// before.
ReportMatcher VotesInTheWarp() {
  return {"votes in the warp", [](const Outcome& run) -> Refusal {
            if (std::ranges::any_of(run.device_calls, is_vote)) return {};
            return {fmt::format("{} makes its answers without a vote: the lanes of a warp can ask "
                                "one another with __ballot_sync, __any_sync or __all_sync, without "
                                "memory, loops and atomics (W1)",
                                run.entry_point),
                    {},
                    0};
          }};
}

// Grids wrote the answers; one that is 0 may be what a memset has left.
WroteResult WroteAnswers(std::size_t array, const std::vector<int>& answers) {
  return WroteResult(array).where([answers](int i) { return answers[i] != 0; });
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

// Which threads a warp has, in words: a mistake is often about warps that have few.
std::string lanes_words(std::size_t w, Lanes warp, int n, int threads) {
  const int first = warp.first % threads, last = first + warp.count - 1;
  const int values = std::clamp(n - warp.first, 0, warp.count);
  const std::string which = warp.count == 1 ? fmt::format("thread {}", first)
                                            : fmt::format("threads {} to {}", first, last);
  const std::string with = values == warp.count ? "each with"
                           : values == 0        ? "none with"
                           : values == 1        ? "the first with"
                                                : fmt::format("the first {} with", values);
  return fmt::format("Warp {} is {} of block {}: {}, {} a value (W7)", w, which,
                     warp.first / threads, counted(warp.count, "lane", "lanes"), with);
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

// One call of the exercise, and what should come of it, warp by warp.
struct Case {
  int n, threads;
  std::vector<Lanes> warps;
  std::vector<Votes> expected;

  bool is_full(std::size_t w) const { return warps[w].count == 32 && warps[w].first + 32 <= n; }
  std::string words(std::size_t w) const { return lanes_words(w, warps[w], n, threads); }
};

Refusal why_not_written(const std::string& name, std::size_t w, const Case& c) {
  if (c.is_full(w)) return because(fmt::format("{}[{}]: no lane of warp {} wrote it", name, w, w));
  return because(
      fmt::format("{}[{}]: no lane of warp {} wrote it. {}. Each warp has an answer: the "
                  "lane that writes must be one that the warp has, and must not have "
                  "returned for want of a value",
                  name, w, w, c.words(w)));
}

Refusal why_other_lanes(const Array<unsigned>& who, const Case& c) {
  for (std::size_t w = 0; w < c.expected.size(); ++w) {
    if (who[w] == c.expected[w].who) continue;
    if (who[w] == 0xcccccccc) return why_not_written("who", w, c);
    return because(
        fmt::format("who[{}] is 0x{:08x}; it should be 0x{:08x}: bit k for each lane k that "
                    "has a value, and a negative one (W3){}",
                    w, who[w], c.expected[w].who, c.is_full(w) ? "" : ". " + c.words(w)));
  }
  return {};
}

Judged NamesTheRightLanes(const Case& c) {
  return {"names the lanes that say yes",
          [c](const Outcome& run) { return why_other_lanes(run.result<unsigned>(0), c); }};
}

Judged WritesForEachWarp(const Case& c) {
  return {"writes for each warp", [c](const Outcome& run) -> Refusal {
            for (std::size_t w = 0; w < c.expected.size(); ++w) {
              if (run.result<int>(1)[w] == -1) return why_not_written("any", w, c);
              if (run.result<int>(2)[w] == -1) return why_not_written("all", w, c);
            }
            return {};
          }};
}

void votes_are_right(int n, int threads) {
  const std::vector<int> values = signed_values(n);
  Case c = {n, threads, warps_of(n, threads), {}};
  std::vector<int> who, any, all, all_asked;
  for (const Lanes warp : c.warps) {
    c.expected.push_back(serial_votes(values, warp));
    who.push_back(c.expected.back().who != 0);
    any.push_back(c.expected.back().any);
    all.push_back(c.expected.back().all);
    all_asked.push_back(all.back() != 0 && warp.first + 32 <= n && warp.count == 32);
  }
  const int warps = static_cast<int>(c.expected.size());
  const Outcome run = EXERCISE(votes_of_warps, output<unsigned>(warps), output<int>(warps),
                               output<int>(warps), input(values), n, threads);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const std::string size = fmt::format("{} values, {} threads", n, threads);
  ASSERT_THAT(run, NamesTheRightLanes(c)) << size;
  ASSERT_THAT(run, OneLaneWrites());
  ASSERT_THAT(run, WritesForEachWarp(c)) << size;
  ASSERT_THAT(run.result<int>(1), Elements(any)) << size;
  ASSERT_THAT(
      run.result<int>(2),
      Elements(all)
          .mistaking([all_asked](int w) { return all_asked[w]; },
                     "what comes out when lanes without a value say no: in \"all\" they must "
                     "not be asked, or say yes, so that they change nothing (W3)")
          .mistaking([](int) { return 1; },
                     "what comes out when only lanes are asked that say yes anyway (W5)"))
      << fmt::format("{} values, in blocks of {} threads", n, threads);
  ASSERT_THAT(run, checks::NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run, WroteAnswers(0, who));
  ASSERT_THAT(run, WroteAnswers(1, any));
  EXPECT_THAT(run, WroteAnswers(2, all));
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
  struct Sensors {
    int threads, limit;
  };
  // In blocks of 79 threads the lane after the last one would be a sensor. 27 takes 111 steps:
  // there the largest readings are the limit itself. In the last case all of them are.
  for (const auto& [threads, limit] : {Sensors{256, 60},
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
    ASSERT_THAT(run, checks::NamesLanesBeforehand());
    ASSERT_THAT(run, OneLaneWrites());
    ASSERT_THAT(run, VotesInTheWarp());
    ASSERT_THAT(run.result<int>(1),
                Elements([&values](int i) { return i % 32 % 3 == 0 ? 0 : 2 * values[i]; }))
        << "the other lanes have work of their own";
    ASSERT_THAT(run, WroteAnswers(0, expected));
    ASSERT_THAT(run,
                WroteResult(1).where([&values](int i) { return i % 32 % 3 != 0 && values[i]; }));
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
    ASSERT_THAT(run, checks::NamesLanesBeforehand());
    ASSERT_THAT(run, OneLaneWrites());
    ASSERT_THAT(run, VotesInTheWarp());
    EXPECT_THAT(
        run.result<int>(0).in_rows_of(kRounds),
        Elements(expected)
            .mistaking([](int) { return 0; },
                       "rounds in which nobody wrote: a lane that has left the loop cannot")
            .mistaking(
                [&](int i) {
                  return i % kRounds == kRounds - 1 ? 0 : expected[static_cast<std::size_t>(i) + 1];
                },
                "each round's count in the round before: a lane whose number becomes 1 in "
                "a round was in the loop in that round, so count before next()"))
        << "rows are warps, columns are rounds. A lane is counted in each round that its number "
           "takes; who is in a round is told by the ballot of the round before";
    if (HasFailure()) return;
    ASSERT_THAT(run, WroteAnswers(0, expected));
  }
}

// ---- Task 4 -------------------------------------------------------------------------------------

constexpr int kParts = 8;
constexpr int kBlock = 80;  // of the parent grid, where its launch is not known

// Some warps have no high cell, some a few, some only high ones; also in blocks of other sizes.
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

// Block b of refine writes the parts of a high cell; the others are -1 by a memset.
WroteResult RefinedByChildren(const std::vector<int>& heights) {
  return WroteResult(1, "refine").where([heights](int k) { return heights[k / kParts] > kLimit; });
}

// A warp's child that reads what another block's threads write. What the emulator says helps such
// reads in general; here they should not be.
Refusal why_cells_of_others(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" || d.cites != "M4") continue;
    return {d.message.substr(0, d.message.find(": ")) +
                ". A warp's child should read cells of this warp only: refine counts them from "
                "`first`, which is the cell of lane 0, whoever launches, for bit k of the ballot "
                "is lane k, and the launch says nothing about a write by another block (M4)",
            d.file, d.line, Cause::kRace};
  }
  return {};
}

void expect_refined(const Outcome& run, const std::vector<int>& heights) {
  ASSERT_THAT(run, Judged("reads its own cells", why_cells_of_others));
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
  ASSERT_THAT(run, checks::NamesLanesBeforehand());
  ASSERT_THAT(run, WroteResult(0));
  EXPECT_THAT(run, RefinedByChildren(heights));
}

bool is_refined(const Outcome& run, const std::vector<int>& heights) {
  const Array<int> fine = run.result<int>(1);
  for (std::size_t k = 0; k < fine.size(); ++k) {
    const int height = heights[k / kParts];
    if (height > kLimit && fine[k] != 10 * height + static_cast<int>(k) % kParts) return false;
  }
  return true;
}

// Two calls get the same cells. So what the first has left would not be seen, but for a launch that
// is refused in the second: its cells are refined by nobody.
void expect_nothing_kept() {
  if (settings().device != DeviceKind::kEmulator) return;
  const std::vector<int> heights = heights_of(160);
  const auto call = [&] { return run_cells(heights); };
  const Outcome accepted = call();
  const auto launches = static_cast<int>(
      std::ranges::count_if(accepted.launches, [](const Launch& l) { return !l.from_host(); }));
  // A program that finds another way to refine the cells of a refused launch keeps nothing.
  if (launches == 0 || is_refined(checks::run_refusing(1, call), heights)) return;
  const Outcome second = [&] {
    const CalledTwice twice;
    return checks::run_refusing(launches + 1, call);
  }();
  EXPECT_THAT(
      second,
      (Judged{"keeps nothing", [heights](const Outcome& run) -> Refusal {
                if (run.launches.refused().empty() || !is_refined(run, heights)) return {};
                return because(
                    "refine_cells was called twice, the first launch of refine was refused in the "
                    "second call, and yet its cells are refined: `fine` still holds what the first "
                    "call wrote. Set it to -1 in every call: what is not refined is -1");
              }}));
}

TEST(Votes, HighCellsAreRefined) {
  for (const int n : {400, 333, 1}) {
    const std::vector<int> heights = heights_of(n);
    expect_refined(run_cells(heights), heights);
    if (HasFailure()) return;
  }
  {
    const CalledTwice twice;
    const std::vector<int> heights = heights_of(100);
    expect_refined(run_cells(heights), heights);
  }
  if (!HasFailure()) expect_nothing_kept();
}

// The threads of a block of the parent grid.
int block_of_cells(const Launches& launches) {
  for (const Launch& l : launches) {
    const Launch* parents = Child("refine").matches(l) ? launches.find(l.parent) : nullptr;
    if (parents != nullptr) return parents->block.x;
  }
  return kBlock;
}

// High cells of each warp that has some, most first.
std::vector<int> high_cells(const std::vector<int>& heights, int block) {
  std::vector<int> counts;
  for (const Lanes warp : warps_of(static_cast<int>(heights.size()), block)) {
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
  const std::vector<int> asked = high_cells(heights, block_of_cells(run.launches));
  ASSERT_THAT(run.launches, NoRefusedLaunches())
      << "a warp in which nobody votes launches nothing: a grid of 0 blocks is error 9 (K6)";
  ASSERT_THAT(run, checks::NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run.launches, (LaunchesMatcher{"one launch a warp", [asked](const Launches& l) {
                                               return why_not_one_a_warp(l, asked);
                                             }}));
  EXPECT_THAT(run, RefinedByChildren(heights).somewhere());
}

// A read of the last error that is there, and not that of the launching thread after its launch.
const ApiCall* other_read(const Outcome& run, const Launch& unread) {
  for (const ApiCall& call : run.device_calls) {
    const bool is_read = call.name == "cudaGetLastError" || call.name == "cudaPeekAtLastError";
    if (is_read && call.file == unread.file) return &call;
  }
  return nullptr;
}

// Lanes of a warp are threads: who launches asks.
Refusal why_read_by_another(const Outcome& run) {
  for (const Launch& l : run.launches) {
    const ApiCall* read = l.from_host() || l.error_seen ? nullptr : other_read(run, l);
    if (read == nullptr) continue;
    return {fmt::format("block {} thread {} launches {} here and does not read its error. {} is "
                        "called at line {}, {}: each thread has its own last error (R1). Let the "
                        "lane that launches read it, right after the launch (R3)",
                        l.parent_block.x, l.parent_thread.x, l.kernel, read->name, read->line,
                        read->line > l.line ? "by another thread, which reads an error of its own"
                                            : "before the launch or by another thread"),
            l.file, l.line, Cause::kCall};
  }
  return {};
}

TEST(Votes, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_cells(heights_of(200));
  ASSERT_THAT(run.launches, Contains(Child("refine"))) << "nobody launches refine yet";
  ASSERT_THAT(run, ReportMatcher("reads errors where they are", why_read_by_another));
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, RefinedByChildren(heights_of(200)).somewhere());
  checks::expect_errors_returned([] { return run_cells(heights_of(200)); });
}

}  // namespace
