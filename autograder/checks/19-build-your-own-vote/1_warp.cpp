// Task 1: votes of a warp.
#include <algorithm>
#include <bit>

#include "19-build-your-own-vote/ballots.h"
#include "19-build-your-own-vote/order.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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
  watch_threads();
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
  ASSERT_THAT(run, OneThreadStores("one lane empties the box, such as the first lane of the mask"));
  ASSERT_THAT(run, FinishedCleanly()) << words(w);
  EXPECT_THAT(run.result<int>(0), any_of({b, 32, w.mask})) << words(w);
}

// Which lanes happen to be here is no answer to who votes: the caller has told that.
Judged AsksTheMask() {
  return {"asks the mask who votes",
          [](const Outcome& run) -> Refusal {
            for (const ApiCall& call : run.device_calls) {
              if (!reads_active_mask(call)) continue;
              return refusal_at(call,
                                "{} calls {}() to find the voting lanes, but that names only "
                                "those that happen to be here together: the others of `mask` "
                                "vote later, separately, in the same box. Use `mask`: all lanes "
                                "that it names come, and no others (W1, W5)",
                                run.entry_point, call.name);
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
  ASSERT_THAT(run, ReadsItsOwnVotes(b.rounds));
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
  ASSERT_THAT(run, ReadsItsOwnVotes(b.rounds));
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
                             "that is the instruction this task builds; use the box, atomics or "
                             "turns, and __syncwarp"));
  EXPECT_THAT(run.result<int>(0), any_of({b, 32}));
  EXPECT_THAT(run.result<unsigned>(2),
              Elements([&](int k) { return b.ballot(k / b.n, k % b.n / 32 * 32); }));
  ASSERT_THAT(run, ReadsItsOwnVotes(b.rounds));
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
      "any and all use none here, so these are the ballots', in which {} votes are yes and {} are "
      "no: a lane that says no has no bit to set. An atomicOr of 0 changes nothing, and atomics on "
      "one word run one after another",
      b.count(true), b.count(false));
}

TEST(OwnVote, WarpTakesFewAtomics) {
  NEEDS_EMULATOR();
  const Ballots b(64);
  const Outcome run = run_warps({64, 0xffffffff}, b);
  const int yes = b.count(true), no = b.count(false);
  ASSERT_THAT(run, AtMostAtomics(yes + no + yes)) << fmt::format(
      "{} votes are yes and {} are no: for any and the ballot only lanes that say yes have "
      "something to add, for all only lanes that say no. An atomicOr of 0 changes nothing, and "
      "atomics on one word run one after another",
      yes, no);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), any_of({b, 32}));
  ASSERT_THAT(run, ReadsItsOwnVotes(b.rounds));
  ASSERT_THAT(run, WroteResult(0).somewhere());
  if (stores_the_same(run) && !stores_the_same(run_two_of_two_minds()))
    expect_few_in_ballots(run, b);
}

}  // namespace
