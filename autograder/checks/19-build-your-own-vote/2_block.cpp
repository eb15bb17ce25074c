// Task 2: votes of a block.
#include <utility>

#include "19-build-your-own-vote/ballots.h"
#include "19-build-your-own-vote/order.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_block(const Ballots& b) {
  watch_threads();
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
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInOrder(kFourSteps));
  ASSERT_THAT(run, OneThreadStores("one thread empties the box, and warps vote by atomics"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), any_of({b, threads})) << words(threads);
  ASSERT_THAT(run.result<int>(1), all_of({b, threads})) << words(threads);
  ASSERT_THAT(run.result<unsigned>(2),
              Elements([&](int k) {
                return b.ballot(k / warps, k % warps * 32);
              }).mistaking([](int) { return 0xffffffffu; }, "words that no warp wrote"))
      << words(threads);
  ASSERT_THAT(run, ReadsItsOwnVotes(rounds));
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
                             "that is the instruction this task builds; use __ballot_sync in the "
                             "warp, the box between warps, and __syncthreads"));
  ASSERT_THAT(run, AtMostAtomics(10 * kRounds))
      << "in each of 7 rounds 10 warps vote: one lane per warp can tell what all of its lanes say. "
         "The ballots need no atomics at all: each warp has its own word";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), any_of({b, 320}));
  ASSERT_THAT(run, ReadsItsOwnVotes(kRounds));
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

}  // namespace
