// Checks of lesson 19: votes of a warp, a block, a grid and several devices, again and again in one
// box.
//
// The rounds are chosen so that a box that was not emptied gives the answer of the round before. In
// the last two rounds only the first thread differs from the others. After them the rounds begin
// again, so that a box of three that is never emptied shows, too.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"
#include "shared/warp_operations.h"

namespace {

using namespace harness;
using checks::Judged;
using checks::Operation;
using checks::ReturnsNoError;

constexpr int kRounds = 7, kAllRounds = 9, kBlock = 128;

// What thread i of n says in a round.
bool says_yes(int round, int i, int n) {
  switch (round % kAllRounds) {
    case 0:
      return true;
    case 1:
      return i == n - 1;
    case 2:
      return false;
    case 3:
      return i != n / 2;
    case 4:
      return i % 3 == 0;
    case 5:
      return i % 64 < 32;
    case 6:
      return (i * 37 + i / 7) % 5 < 2;
    case 7:
      return i == 0;
    default:
      return i != 0;
  }
}

struct Ballots {
  int n, rounds;
  std::vector<int> votes;

  explicit Ballots(int n, int rounds = kRounds) : n(n), rounds(rounds) {
    for (int k = 0; k < n * rounds; ++k) votes.push_back(says_yes(k / n, k % n, n) ? 1 + k : 0);
  }
  bool yes(int k) const { return votes[k] != 0; }
  int count(bool yes) const {
    int found = 0;
    for (const int vote : votes) found += (vote != 0) == yes;
    return found;
  }
  // Whether some of the round's threads first … first + count - 1 say so, of those in the mask.
  bool some(bool yes, int round, int first, int count, unsigned mask = 0xffffffff) const {
    for (int i = first; i < first + count && i < n; ++i) {
      if ((mask >> i % 32 & 1) != 0 && this->yes(round * n + i) == yes) return true;
    }
    return false;
  }
  unsigned ballot(int round, int first, unsigned mask = 0xffffffff) const {
    unsigned bits = 0;
    for (int i = first; i < first + 32 && i < n; ++i) {
      if (yes(round * n + i)) bits |= 1u << (i % 32);
    }
    return bits & mask;
  }
};

// Judged are the answers of all threads of groups of `size`: any is 1 if someone says yes, all if
// none says no. Threads outside the mask have none.
struct Right {
  const Ballots& b;
  int size;
  unsigned mask = 0xffffffff;

  bool votes(int k) const { return (mask >> k % b.n % 32 & 1) != 0; }
  int any(int k) const { return of(k, k / b.n, true); }
  int all(int k) const { return votes(k) ? 1 - of(k, k / b.n, false) : -1; }
  // The answers of a box that is never emptied: of this round or any before.
  int any_so_far(int k) const { return so_far(k, true); }
  int all_so_far(int k) const { return votes(k) ? 1 - so_far(k, false) : -1; }

 private:
  int of(int k, int round, bool yes) const {
    return votes(k) ? b.some(yes, round, k % b.n / size * size, size, mask) : -1;
  }
  int so_far(int k, bool yes) const {
    if (!votes(k)) return -1;
    for (int round = 0; round <= k / b.n; ++round) {
      if (of(k, round, yes) == 1) return 1;
    }
    return 0;
  }
};

constexpr const char* kStale = "an answer of a round before: the box was not emptied";

// `some` are those whose votes alone people mistake for all.
auto any_of(const Right& r, const Right& some) {
  return Elements([r](int k) { return r.any(k); })
      .mistaking([some](int k) { return some.any(k); }, "what its own device said")
      .mistaking([r](int k) { return r.any_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}
auto all_of(const Right& r, const Right& some) {
  return Elements([r](int k) { return r.all(k); })
      .mistaking([some](int k) { return some.all(k); }, "what its own device said")
      .mistaking([r](int k) { return r.all_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

auto any_of(const Right& r) {
  return Elements([r](int k) { return r.any(k); })
      .mistaking([r](int k) { return r.any_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}
auto all_of(const Right& r) {
  return Elements([r](int k) { return r.all(k); })
      .mistaking([r](int k) { return r.all_so_far(k); }, kStale)
      .mistaking([r](int k) { return r.votes(k) ? r.b.yes(k) : -1; },
                 "what the thread itself said");
}

bool is_with_host(const Diagnostic& race) {
  const std::string who = race.message.substr(0, race.message.find(": "));
  return who.starts_with("the host ") || who.find(", which the host ") != std::string::npos;
}

// Of a race with the host the checker knows the cure, and others follow from it.
Refusal why_host_races(const Outcome& run) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule == "race" && is_with_host(d)) return {d.message, d.file, d.line, Cause::kRace};
  }
  return {};
}

// A race, and what it means in a vote. The checker's own advice, which knows nothing of votes, is
// left out.
Refusal why_out_of_order(const Outcome& run, const std::string& meaning) {
  for (const Diagnostic& d : run.diagnostics) {
    if (d.rule != "race" && d.rule != "missing-fence") continue;
    if (d.message.find("_block") != std::string::npos) {
      return {fmt::format("line {}: {}\nAn atomic is atomic for the threads of its scope: with the "
                          "suffix _block for those of one block, without one for those of the "
                          "device, with _system for all devices and the host (M13)",
                          d.line, d.message),
              d.file, d.line, Cause::kRace};
    }
    const std::string who = d.message.substr(0, d.message.find(": "));
    return {fmt::format("line {}: {}, and nothing orders the two\n{}", d.line, who, meaning),
            d.file, d.line, Cause::kRace};
  }
  return {};
}

ReportMatcher VotesInOrder(const std::string& meaning) {
  return {"votes in order", [meaning](const Outcome& run) {
            const Refusal with_host = why_host_races(run);
            return with_host.why.empty() ? why_out_of_order(run, meaning) : with_host;
          }};
}

// For runs in which no two threads may store into one word, not even the same value.
ReportMatcher StoresAlone(const std::string& instead) {
  return {"one thread stores", [instead](const Outcome& run) -> Refusal {
            for (const Diagnostic& d : run.diagnostics) {
              if (d.rule != "same-value") continue;
              const std::string who = d.message.substr(0, d.message.find(": "));
              return {fmt::format("line {}: {}; both store the same value, and nothing orders the "
                                  "two. Equal values are a data race all the same (M12): {}",
                                  d.line, who, instead),
                      d.file, d.line, Cause::kRace};
            }
            return {};
          }};
}

constexpr const char* kFourSteps =
    "a vote has four steps: empty the box, vote, read, and do not empty it again before all have "
    "read. Between any two of them stands a barrier of all who vote; and many threads that set "
    "bits "
    "of one word need atomics (M11, M12)";

ReportMatcher CallsNone(const std::vector<Operation>& kinds, const std::string& instead) {
  return {"is made by hand", [=](const Outcome& run) -> Refusal {
            for (const ApiCall& call : run.device_calls) {
              if (!checks::is_one_of(call, kinds)) continue;
              return {fmt::format("{} calls {}: {}", run.entry_point, call.name, instead),
                      call.file, call.line};
            }
            return {};
          }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

struct Warps {
  int threads;
  unsigned mask;
};
constexpr Warps kWarps[] = {{32, 0xffffffff}, {100, 0xffffffff}, {64, 0x49249248}, {70, 0x0000ff00},
                            {1, 1},           {32, 0x80000000}};

std::string words(const Warps& w) {
  return fmt::format("mask {:08x}: the first of these lanes is lane {}", w.mask,
                     std::countr_zero(w.mask));
}

Outcome run_warps(const Warps& w, const Ballots& b) {
  const int k = w.threads * b.rounds;
  return EXERCISE(warp_votes, output<int>(k), output<int>(k), output<unsigned>(k), input(b.votes),
                  w.threads, b.rounds, w.mask);
}

// Two lanes vote, and in each round one of them says yes, the other no: no two have the same to
// say.
constexpr Warps kTwo{32, 0x00100008};

Ballots two_minds() {
  Ballots b(kTwo.threads, 2);
  for (int k = 0; k < b.n * b.rounds; ++k) b.votes[k] = (k + k / b.n) % 2;
  return b;
}

Outcome run_two_of_two_minds() { return run_warps(kTwo, two_minds()); }

void expect_one_lane_empties() {
  const Warps& w = kTwo;
  const Ballots b = two_minds();
  const Outcome run = run_two_of_two_minds();
  ASSERT_THAT(run, StoresAlone("one lane empties the box, such as the first lane of the mask"));
  ASSERT_THAT(run, FinishedCleanly()) << words(w);
  EXPECT_THAT(run.result<int>(0), any_of({b, 32, w.mask})) << words(w);
}

// Which lanes happen to be here is no answer to who votes: the caller has told that.
Judged AsksTheMask() {
  return {"asks the mask who votes",
          [](const Outcome& run) -> Refusal {
            for (const ApiCall& call : run.device_calls) {
              if (!checks::asks_who_is_here(call)) continue;
              return {fmt::format("{} asks {}() who votes, and that tells only which lanes happen "
                                  "to come here together: the others of `mask` vote later, for "
                                  "themselves, in the same box. Use `mask`: all lanes that it "
                                  "names come, and no other (W1, W5)",
                                  run.entry_point, call.name),
                      call.file, call.line};
            }
            return {};
          },
          Cause::kCall};
}

// Threads wrote all answers of lanes that vote; of the others they are as a memset left them.
WroteResult WroteAnswers(std::size_t array, const Right& right) {
  return WroteResult(array).where([right](int k) { return right.votes(k); });
}

#define ASSERT_VOTED_IN_ORDER(run, w)              \
  ASSERT_THAT(run, AsksTheMask());                 \
  ASSERT_THAT(run, VotesInOrder(kFourSteps));      \
  ASSERT_THAT(run, FinishedCleanly()) << words(w); \
  ASSERT_THAT(run, ReturnsNoError())

void expect_any_and_all(const Warps& w) {
  const Ballots b(w.threads);
  const Outcome run = run_warps(w, b);
  ASSERT_VOTED_IN_ORDER(run, w);
  const Right right{b, 32, w.mask};
  ASSERT_THAT(run.result<int>(0), any_of(right)) << words(w);
  ASSERT_THAT(run.result<int>(1), all_of(right)) << words(w);
  ASSERT_THAT(run, WroteAnswers(0, right));
  ASSERT_THAT(run, WroteAnswers(1, right));
}

TEST(OwnVote, WarpAnyIsRight) {
  for (const Warps& w : kWarps) ASSERT_NO_FATAL_FAILURE(expect_any_and_all(w));
  ASSERT_NO_FATAL_FAILURE(expect_one_lane_empties());
  const CalledTwice twice;
  expect_any_and_all({40, 0xffffffff});
}

void expect_ballots(const Warps& w) {
  const Ballots b(w.threads);
  const Outcome run = run_warps(w, b);
  ASSERT_VOTED_IN_ORDER(run, w);
  const Right right{b, 32, w.mask};
  const auto ballot = [&](int k) {
    return right.votes(k) ? b.ballot(k / b.n, k % b.n / 32 * 32, w.mask) : 0xffffffff;
  };
  ASSERT_THAT(
      run.result<unsigned>(2),
      Elements(ballot)
          .mistaking([&](int k) { return right.votes(k) ? ballot(k) & (0u - ballot(k)) : ~0u; },
                     "one bit of the ballot")
          .mistaking([&](int k) { return right.votes(k) ? b.yes(k) : ~0u; },
                     "what the lane itself said"))
      << words(w);
  ASSERT_THAT(run, WroteAnswers(2, right));
}

TEST(OwnVote, WarpBallotIsRight) {
  for (const Warps& w : kWarps) ASSERT_NO_FATAL_FAILURE(expect_ballots(w));
  const CalledTwice twice;
  expect_ballots({40, 0xffffffff});
}

TEST(OwnVote, WarpIsMadeByHand) {
  NEEDS_EMULATOR();
  const Ballots b(64);
  const Outcome run = run_warps({64, 0xffffffff}, b);
  using enum Operation;
  ASSERT_THAT(run, CallsNone({kVote, kShuffle, kMatch, kReduction, kBlockVote},
                             "that is the instruction this task builds anew; use the box, atomics "
                             "or turns, and __syncwarp"));
  EXPECT_THAT(run.result<int>(0), any_of({b, 32}));
  EXPECT_THAT(run.result<unsigned>(2),
              Elements([&](int k) { return b.ballot(k / b.n, k % b.n / 32 * 32); }));
  for (const std::size_t answers : {0, 1, 2}) EXPECT_THAT(run, WroteResult(answers).somewhere());
}

bool stores_the_same(const Outcome& run) {
  return std::ranges::any_of(run.diagnostics,
                             [](const Diagnostic& d) { return d.rule == "same-value"; });
}

// Of votes without atomics, by plain stores of the same value, ballots are no part: whoever votes
// so for any, and so for all, has atomics for the ballots only.
void expect_few_in_ballots(const Outcome& run, const Ballots& b) {
  ASSERT_THAT(run, AtMostAtomics(b.count(true))) << fmt::format(
      "any and all take none here, so these are the ballots', in which {} votes are yes and {} are "
      "no: a lane that says no has no bit to set. Or with a zero is work for nothing, and atomics "
      "on one word go one after another",
      b.count(true), b.count(false));
}

TEST(OwnVote, WarpTakesFewAtomics) {
  NEEDS_EMULATOR();
  const Ballots b(64);
  const Outcome run = run_warps({64, 0xffffffff}, b);
  const int yes = b.count(true), no = b.count(false);
  ASSERT_THAT(run, AtMostAtomics(yes + no + yes)) << fmt::format(
      "{} votes are yes and {} are no: for any and for the ballot only who says yes has something "
      "to "
      "add, for all only who says no. Or with a zero is work for nothing, and atomics on one word "
      "go "
      "one after another",
      yes, no);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), any_of({b, 32}));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  if (stores_the_same(run) && !stores_the_same(run_two_of_two_minds()))
    expect_few_in_ballots(run, b);
}

// ---- Task 2 -------------------------------------------------------------------------------------

Outcome run_block(const Ballots& b) {
  const int k = b.n * b.rounds, words = (b.n + 31) / 32 * b.rounds;
  return EXERCISE(block_votes, output<int>(k), output<int>(k), output<unsigned>(words),
                  input(b.votes), b.n, b.rounds);
}

std::string words(int threads) {
  const int rest = threads % 32;
  if (rest == 0) return fmt::format("{} threads", threads);
  return fmt::format(
      "{} threads: the last warp has no more than {}. Lanes that do not exist have said "
      "neither yes nor no",
      threads, rest);
}

// Two warps and one round come first: there a missing barrier shows in every order. In further
// rounds a read may look like a hint for the atomic of the next.
void expect_block(int threads, int rounds) {
  const Ballots b(threads, rounds);
  const Outcome run = run_block(b);
  const int warps = (threads + 31) / 32;
  ASSERT_THAT(run, checks::NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInOrder(kFourSteps));
  ASSERT_THAT(run, StoresAlone("one thread empties the box, and warps vote by atomics"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), any_of({b, threads})) << words(threads);
  ASSERT_THAT(run.result<int>(1), all_of({b, threads})) << words(threads);
  ASSERT_THAT(run.result<unsigned>(2),
              Elements([&](int k) {
                return b.ballot(k / warps, k % warps * 32);
              }).mistaking([](int) { return 0xffffffffu; }, "words that no warp wrote"))
      << words(threads);
  for (const std::size_t answers : {0, 1, 2}) ASSERT_THAT(run, WroteResult(answers));
}

TEST(OwnVote, BlockIsRight) {
  for (const auto& [threads, rounds] :
       {std::pair{64, 1},
        {128, kRounds},
        {100, kRounds},
        {1024, kRounds},
        {1, kRounds},
        {33, kRounds},
        {63, kRounds}})  // the last warp has one lane, and all but one
    ASSERT_NO_FATAL_FAILURE(expect_block(threads, rounds));
  const CalledTwice twice;
  expect_block(70, kRounds);
}

TEST(OwnVote, BlockTakesFewAtomics) {
  NEEDS_EMULATOR();
  const Ballots b(320);
  const Outcome run = run_block(b);
  ASSERT_THAT(run, CallsNone({Operation::kBlockVote},
                             "that is the instruction this task builds anew; use __ballot_sync in "
                             "the warp, the box between warps, and __syncthreads"));
  ASSERT_THAT(run, AtMostAtomics(10 * kRounds))
      << "in each of 7 rounds 10 warps vote: one lane a warp can tell what all of its lanes say. "
         "The "
         "ballots need no atomics at all, each warp has a word of its own";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), any_of({b, 320}));
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

// ---- Tasks 3 and 4 ------------------------------------------------------------------------------

Outcome run_tail(const Ballots& b) {
  const int k = b.n * b.rounds;
  return EXERCISE(grid_votes_by_tail, output<int>(k), output<int>(k), output<unsigned>(k / 32),
                  input(b.votes), b.n / kBlock, b.rounds);
}
Outcome run_sync(const Ballots& b) {
  const int k = b.n * b.rounds;
  return EXERCISE(grid_votes_by_sync, output<int>(k), output<int>(k), output<unsigned>(k / 32),
                  input(b.votes), b.n / kBlock, b.rounds);
}

void expect_right(const Outcome& run, const Ballots& b) {
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), any_of({b, b.n}));
  ASSERT_THAT(run.result<int>(1), all_of({b, b.n}));
  const int words = b.n / 32;
  ASSERT_THAT(run.result<unsigned>(2),
              Elements([&](int k) { return b.ballot(k / words, k % words * 32); }));
  ASSERT_THAT(run, WroteResult(2));
}

// The tail of a round tells its threads what all have said.
WroteResult WroteByTail(std::size_t array) { return WroteResult(array, "announce"); }

constexpr const char* kOneTail =
    "each round is one grid that votes and one tail that announces: one thread of the grid "
    "launches "
    "(K2), into cudaStreamTailLaunch, for a child in any other stream may start before all blocks "
    "have voted (K4, T2)";

constexpr const char* kOneStores = "one thread empties a box, and blocks vote by atomics";

// As many votes as announcements, each the other's only tail, and more of them than rounds.
Refusal why_too_long(const Launches& launches, int rounds) {
  const auto count = [&](const char* kernel) {
    return std::ranges::count(launches, kernel, &Launch::kernel);
  };
  const auto votes = count("vote");
  if (votes <= rounds || votes != count("announce")) return {};
  const Launch* last = nullptr;
  for (const Launch& l : launches) last = l.kernel == "vote" ? &l : last;
  return {
      fmt::format("the chain does not end in time: {} rounds were asked for, and {} grids vote, "
                  "one after another. announce launches another vote only if there is another "
                  "round: if g.rounds is {}, that of round {}, counted from 0, is the last",
                  rounds, votes, rounds, rounds - 1),
      last->file, last->line};
}

LaunchesMatcher EndsInTime(int rounds) {
  return {"ends with the last round",
          [rounds](const Launches& launches) { return why_too_long(launches, rounds); }};
}

void expect_by_tail(int blocks, int rounds) {
  const Ballots b(blocks * kBlock, rounds);
  const Outcome run = run_tail(b);
  ASSERT_THAT(run,
              VotesInOrder("all blocks have voted when the grid is complete, and only its tail "
                           "waits for that (T2): read there. Blocks vote into one word by "
                           "atomics (M12). A box may be emptied where no thread of any grid can "
                           "be reading it or voting into it: the other of the two, between "
                           "rounds (M11)"));
  if (test_settings().calls == 1) {  // of two calls the launches of both are recorded
    ASSERT_THAT(run.launches, EndsInTime(rounds));
    ASSERT_THAT(run.launches, LaunchCountBetween(0, rounds, LaunchOf("announce"))) << kOneTail;
  }
  ASSERT_THAT(run, StoresAlone(kOneStores));
  ASSERT_NO_FATAL_FAILURE(expect_right(run, b));
  ASSERT_THAT(run, WroteByTail(0));
  ASSERT_THAT(run, WroteByTail(1));
}

// More blocks than a block can have threads: a launch that takes the one for the other shows here.
// The order of threads changes nothing about that, so one order is enough.
void expect_many_blocks() {
  if (test_settings().schedule != Schedule{}) return;
  const int blocks = 1025;
  const char* const which = "a grid of 1025 blocks of 128 threads, one round, in which all say yes";
  const Outcome run = run_tail(Ballots(blocks * kBlock, 1));
  ASSERT_THAT(run, FinishedCleanly()) << which;
  ASSERT_THAT(run, ReturnsNoError()) << which;
  ASSERT_THAT(run.result<int>(0), Elements([](int) { return 1; })) << which;
  ASSERT_THAT(run.result<int>(1), Elements([](int) { return 1; })) << which;
  ASSERT_THAT(run, WroteByTail(0));
}

TEST(OwnVote, GridByTailIsRight) {
  for (const auto& [blocks, rounds] : {std::pair{2, 3}, {5, kRounds}, {1, kRounds}, {12, kRounds}})
    ASSERT_NO_FATAL_FAILURE(expect_by_tail(blocks, rounds));
  ASSERT_NO_FATAL_FAILURE(expect_many_blocks());
  const CalledTwice twice;
  expect_by_tail(2, kRounds);
}

TEST(OwnVote, GridByTailIsAChain) {
  NEEDS_EMULATOR();
  const int blocks = 6, rounds = 3;
  const Outcome run = run_tail(Ballots(blocks * kBlock, rounds));
  ASSERT_THAT(run.launches, Contains(Child("announce"))) << "vote launches announce as its tail";
  ASSERT_THAT(run.launches, HostLaunchCount(1));
  ASSERT_THAT(run.launches,
              LaunchesAre({FromHost("vote"), Child("vote").in(Stream::kTail).times(rounds - 1),
                           Child("announce").in(Stream::kTail).times(rounds)}))
      << kOneTail;
  ASSERT_THAT(run, AtMostAtomics(blocks * rounds))
      << "in each of 3 rounds 6 blocks vote, and say() has told every thread what its block says";
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteByTail(0).somewhere());
}

void expect_by_sync(int blocks, int rounds) {
  const Ballots b(blocks * kBlock, rounds);
  const Outcome run = run_sync(b);
  ASSERT_THAT(run,
              VotesInOrder("only grid.sync() orders the blocks of a grid (M14). Box b of three is "
                           "voted into before one barrier, read behind it, and may be emptied when "
                           "a further barrier has told that all have read it, and before the one "
                           "behind which it is voted into again"));
  ASSERT_THAT(run, StoresAlone(kOneStores));
  ASSERT_NO_FATAL_FAILURE(expect_right(run, b));
  ASSERT_THAT(run, WroteResult(0));
  ASSERT_THAT(run, WroteResult(1));
}

TEST(OwnVote, GridBySyncIsRight) {
  for (const auto& [blocks, rounds] : {std::pair{5, kAllRounds + 3}, {1, kRounds}, {12, kRounds}})
    ASSERT_NO_FATAL_FAILURE(expect_by_sync(blocks, rounds));
  const CalledTwice twice;
  expect_by_sync(2, kRounds);
}

TEST(OwnVote, GridBySyncMeetsOnce) {
  NEEDS_EMULATOR();
  const int blocks = 6;
  const Outcome run = run_sync(Ballots(blocks * kBlock));
  ASSERT_THAT(run, DeviceCalledTimes("grid.sync", blocks * kBlock * kRounds))
      << "768 threads meet once in each of 7 rounds: three boxes in turn need one barrier a round, "
         "since between a box's last reader and its next voter there are two of them";
  ASSERT_THAT(run, AtMostAtomics(blocks * kRounds))
      << "in each of 7 rounds 6 blocks vote, and say() has told every thread what its block says";
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

// ---- Task 5 -------------------------------------------------------------------------------------

Outcome run_devices(const Ballots& b, int devices, bool peers) {
  const int k = b.n * b.rounds;
  return EXERCISE(device_votes, output<int>(k), output<int>(k), input(b.votes),
                  b.n / devices / kBlock, b.rounds, devices, peers);
}

std::string words(int devices, bool peers, int blocks) {
  const bool is_alone = devices == 1 && settings().device == DeviceKind::kEmulator;
  return fmt::format("{} {}{}{}, {} peer access", devices, devices == 1 ? "device" : "devices",
                     is_alone ? " on a machine that has no other" : "",
                     blocks == 1 ? " with one block each" : "", peers ? "with" : "without");
}

void expect_agreement(int devices, bool peers, int blocks = 3) {
  const std::string which = words(devices, peers, blocks);
  const Ballots b(blocks * kBlock * devices, kAllRounds);
  const Outcome run = run_devices(b, devices, peers);
  ASSERT_THAT(run, Keeps("peer-access"))
      << which << ": no kernel can touch the memory of another device (error 700); copies can";
  ASSERT_THAT(run,
              VotesInOrder("only the host orders the devices here: wait for all of them before the "
                           "first reads another's words, and again before the words are written "
                           "anew. cudaDeviceSynchronize() waits for the current device; and among "
                           "devices an atomic must be one of _system (M13)"));
  ASSERT_THAT(run, StoresAlone("let one thread write what all devices said into a device's word, "
                               "or use an atomic in every thread that writes it"))
      << which;
  ASSERT_THAT(run, FinishedCleanly()) << which;
  ASSERT_THAT(run, ReturnsNoError()) << which;
  const int per_device = blocks * kBlock;
  const Right all{b, b.n}, own{b, per_device};
  const char* const left_out = "what all devices but device 0 said";
  const auto others = [&](bool yes, int k) { return b.some(yes, k / b.n, per_device, b.n); };
  ASSERT_THAT(run.result<int>(0),
              any_of(all, own).mistaking([&](int k) { return others(true, k); }, left_out))
      << which;
  ASSERT_THAT(run.result<int>(1),
              all_of(all, own).mistaking([&](int k) { return 1 - others(false, k); }, left_out))
      << which;
  ASSERT_THAT(run, WroteResult(0)) << which;
  ASSERT_THAT(run, WroteResult(1)) << which;
}

TEST(OwnVote, TwoDevicesAgree) {
  NEEDS_DEVICES(2);
  for (const bool peers : {false, true}) ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers));
  for (const bool peers : {false, true}) ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers, 1));
  const CalledTwice twice;
  for (const bool peers : {false, true}) ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers));
}

TEST(OwnVote, OneFourAndEightDevicesAgree) {
  NEEDS_DEVICES(8);
  for (const int devices : {1, 4, 8}) {
    emulate_devices(devices);  // no more of them, so that another one's number is error 101
    for (const bool peers : {false, true})
      ASSERT_NO_FATAL_FAILURE(expect_agreement(devices, peers));
  }
}

int copies(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.host_calls) {
    count += call.name.starts_with("cudaMemcpy") && call.name.find("Symbol") == std::string::npos;
  }
  return count;
}

ReportMatcher CopiesNoMoreThan(const Outcome& other) {
  const int most = copies(other);
  return {"copies no more", [most](const Outcome& run) -> Refusal {
            const int more = copies(run) - most;
            if (more <= 0) return {};
            return {
                fmt::format("with peer access, 4 rounds make {} copies more than one round does: a "
                            "kernel can read the other devices' words where they are",
                            more),
                {},
                0};
          }};
}

// Events or streams that the host has created and not destroyed, and where it creates the first.
int count_left(const Outcome& run, const std::string& kind) {
  int count = 0;
  for (const ApiCall& call : run.host_calls) {
    if (call.result != 0) continue;
    count += call.name.starts_with("cuda" + kind + "Create");
    count -= call.name == "cuda" + kind + "Destroy";
  }
  return count;
}
const ApiCall& first_created(const Outcome& run, const std::string& kind) {
  return *std::ranges::find_if(run.host_calls, [&](const ApiCall& call) {
    return call.result == 0 && call.name.starts_with("cuda" + kind + "Create");
  });
}

// What is created once and used in all rounds may stay.
ReportMatcher LeavesNoMoreThan(const Outcome& one_round) {
  const int events = count_left(one_round, "Event"), streams = count_left(one_round, "Stream");
  return {"leaves no more events and streams", [=](const Outcome& run) -> Refusal {
            for (const auto& [kind, words, most] :
                 {std::tuple{"Event", "events", events}, {"Stream", "streams", streams}}) {
              const int more = count_left(run, kind) - most;
              if (more <= 0) continue;
              const ApiCall& first = first_created(run, kind);
              return {
                  fmt::format("after 4 rounds {} more {} are left than after one round: combine "
                              "must destroy what it creates in each round, each once, after "
                              "the last use. Waits that have been made stay, and work in a "
                              "stream goes on (S8, E8)",
                              more, words),
                  first.file, first.line};
            }
            return {};
          }};
}

TEST(OwnVote, PeersNeedNoHost) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome one = run_devices(Ballots(6 * kBlock, 1), 2, true);
  const Ballots b(6 * kBlock, 4);
  const Outcome four = run_devices(b, 2, true);
  ASSERT_THAT(four, CopiesNoMoreThan(one));
  ASSERT_THAT(four, FinishedCleanly());
  ASSERT_THAT(four, LeavesNoMoreThan(one));
  ASSERT_THAT(four.result<int>(0), any_of({b, b.n}));
  EXPECT_THAT(four, WroteResult(0).somewhere());
}

// ---- All tasks ----------------------------------------------------------------------------------

// Of two calls the first was refused this launch and the second none. So the second returns no
// error.
ReportMatcher TakesErrorOf(const Launch& refused) {
  return {"takes the error of a refused launch", [refused](const Outcome& run) -> Refusal {
            const auto [error, told] = checks::usual_error(true);
            if (!run.finished() || run.returned<int>() != error) return {};
            return {fmt::format("this launch of {0} was refused with {1}, and {2} returned that "
                                "error. The next call of {2}, in which no launch was refused, "
                                "returned {3} again: the error is still the host's last error, and "
                                "the next launch is blamed for it. cudaGetLastError() returns the "
                                "last error and clears it; cudaPeekAtLastError() leaves it (R2)",
                                refused.kernel, told, run.entry_point, error),
                    refused.file, refused.line, Cause::kCall};
          }};
}

void expect_errors_taken(const checks::Call& call) {
  const Outcome accepted = call();
  if (!accepted.finished() || accepted.returned<int>() != 0) return;
  const CalledTwice twice;
  for (const auto& [number, launch] : checks::first_of_each_line(accepted.launches, true))
    ASSERT_THAT(checks::run_refusing_host(number, call), TakesErrorOf(launch));
}

TEST(OwnVote, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome run = run_tail(Ballots(2 * kBlock, 3));
  ASSERT_THAT(run.launches, Contains(Child())) << "vote launches nothing yet";
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, WroteByTail(0).somewhere());
  checks::expect_errors_returned([] { return run_tail(Ballots(2 * kBlock, 3)); });
  const auto two_devices = [] { return run_devices(Ballots(2 * kBlock, 1), 2, true); };
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned(two_devices));
  expect_errors_taken(two_devices);
}

}  // namespace
