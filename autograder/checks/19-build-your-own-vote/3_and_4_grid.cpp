// Tasks 3 and 4: votes of a grid, by tail launches and by grid.sync().
#include <algorithm>
#include <utility>

#include "19-build-your-own-vote/order.h"
#include "19-build-your-own-vote/runs.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

Outcome run_sync(const Ballots& b) {
  watch_threads();
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
  ASSERT_THAT(run, ReadsItsOwnVotes(b.rounds));
  ASSERT_THAT(run, WroteResult(2));
}

constexpr const char* kOneTail =
    "each round is one grid that votes and one tail that announces: one thread of the grid "
    "launches (K2), into cudaStreamTailLaunch, because a child in any other stream may start "
    "before all blocks have voted (K4, T2)";

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
  return refusal_at(last,
                    "the chain does not end in time: {} rounds were asked for, but {} grids vote, "
                    "one after another. announce must launch another vote only if there is another "
                    "round: if g.rounds is {}, round {}, counted from 0, is the last",
                    rounds, votes, rounds, rounds - 1);
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
                           "waits for that (T2): read there. Blocks vote into one word by atomics "
                           "(M12). Empty a box only where no thread of any grid can be reading it "
                           "or voting into it: the other box of the two, between rounds (M11)"));
  if (test_settings().calls == 1) {  // of two calls the launches of both are recorded
    ASSERT_THAT(run.launches, EndsInTime(rounds));
    ASSERT_THAT(run.launches, LaunchCountBetween(0, rounds, LaunchOf("announce"))) << kOneTail;
  }
  ASSERT_THAT(run, OneThreadStores(kOneStores));
  ASSERT_NO_FATAL_FAILURE(expect_right(run, b));
  ASSERT_THAT(run, WroteByTail(0));
  ASSERT_THAT(run, WroteByTail(1));
}

// More blocks than a block can have threads: a launch that takes the one for the other shows here.
// The order of threads changes nothing about that, so one order is enough.
void expect_many_blocks() {
  if (!tries_all_cases()) return;
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
  for (const auto& [blocks, rounds] :
       some_of({std::pair{2, 3}, {5, kRounds}, {1, kRounds}, {12, kRounds}}))
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
  ASSERT_THAT(run, ReadsItsOwnVotes(rounds));
  EXPECT_THAT(run, WroteByTail(0).somewhere());
}

void expect_by_sync(int blocks, int rounds) {
  const Ballots b(blocks * kBlock, rounds);
  const Outcome run = run_sync(b);
  ASSERT_THAT(run,
              VotesInOrder("only grid.sync() orders the blocks of a grid (M14). Of three boxes, "
                           "the threads vote into box b before one barrier and read it after that "
                           "barrier. Empty it after a further barrier, when all have read it, and "
                           "before the barrier after which they vote into it again"));
  ASSERT_THAT(run, OneThreadStores(kOneStores));
  ASSERT_NO_FATAL_FAILURE(expect_right(run, b));
  ASSERT_THAT(run, WroteResult(0));
  ASSERT_THAT(run, WroteResult(1));
}

TEST(OwnVote, GridBySyncIsRight) {
  for (const auto& [blocks, rounds] :
       some_of({std::pair{5, kAllRounds + 3}, {1, kRounds}, {12, kRounds}}))
    ASSERT_NO_FATAL_FAILURE(expect_by_sync(blocks, rounds));
  const CalledTwice twice;
  expect_by_sync(2, kRounds);
}

TEST(OwnVote, GridBySyncMeetsOnce) {
  NEEDS_EMULATOR();
  const int blocks = 6;
  const Outcome run = run_sync(Ballots(blocks * kBlock));
  ASSERT_THAT(run, DeviceCalledTimes("grid.sync", blocks * kBlock * kRounds))
      << "768 threads meet once in each of 7 rounds: three boxes in turn need one barrier per "
         "round, because there are two barriers between a box's last reader and its next voter";
  ASSERT_THAT(run, AtMostAtomics(blocks * kRounds))
      << "in each of 7 rounds 6 blocks vote, and say() has told every thread what its block says";
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReadsItsOwnVotes(kRounds));
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

}  // namespace
