// Task 3: votes in a loop that lanes leave one after another.
#include "17-warp-voting/warps.h"
#include "shared/explained.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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

// After each round, but for the last: who goes on, of those who were in it.
std::vector<Opinions> opinions_in_rounds(std::vector<int> numbers) {
  const int threads = static_cast<int>(numbers.size());
  std::vector<Opinions> all;
  for (const Lanes warp : warps_of(threads, threads)) {
    Opinions now = opinions_of(warp, threads, 32, 0);
    for (; now.asked != 0; now.asked = now.yes) {
      now.yes = 0;
      for (int lane = 0; lane < warp.count; ++lane) {
        int& number = numbers[warp.first + lane];
        if ((now.asked >> lane & 1) == 0 || number == 1) continue;
        now.yes |= 1U << lane;
        number = next(number);
      }
      all.push_back(now);
    }
  }
  return all;
}

// Some numbers take one round, some take many; 1 is in no round.
std::vector<int> numbers_of(int threads) {
  std::vector<int> numbers(threads);
  for (int i = 0; i < threads; ++i) numbers[i] = 1 + i * 37 % 400;
  if (threads > 1) numbers.back() = 2;  // 1 is one round away
  return numbers;
}

auto LanesInRounds(const std::vector<int>& expected) {
  return Elements(expected)
      .mistaking([](int) { return 0; },
                 "rounds in which no lane wrote: a lane that has left the loop cannot, and after "
                 "the last round no lane continues. Choose the writer among the lanes that are in "
                 "this round")
      .mistaking(
          [=](int i) {
            return i % kRounds == kRounds - 1 ? 0 : expected[static_cast<std::size_t>(i) + 1];
          },
          "the count of the next round: a lane whose number becomes 1 in a round was in the loop "
          "in that round, so count before next()");
}

void expect_lanes_counted(int threads) {
  watch_threads();
  const std::vector<int> numbers = numbers_of(threads);
  const std::vector<int> expected = lanes_in_round(numbers);
  const Outcome run = EXERCISE(lanes_running, output<int>(static_cast<int>(expected.size())),
                               input(numbers), threads);
  ASSERT_THAT(run,
              NoFinding("race", "M11",
                        "one lane must write for all lanes in the loop, but several do: each knows "
                        "only the lanes that happen to be here together with it, and __activemask "
                        "says no more than that (W5). The ballot of the round before is the mask "
                        "of all lanes in the loop"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, OneLaneWrites());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run, LooksAtItsOwnValue());
  ASSERT_THAT(run, LanesExchangeValues(opinions_in_rounds(numbers)));
  EXPECT_THAT(run.result<int>(0).in_rows_of(kRounds), LanesInRounds(expected))
      << "rows are warps, columns are rounds. A lane is counted in each round that its number "
         "takes; the ballot of the round before names the lanes of a round";
  if (testing::Test::HasFailure()) return;
  ASSERT_THAT(run, WroteAnswers(0, expected));
}

TEST(Votes, LanesAreCounted) {
  for (const int threads : {160, 75, 1}) {
    expect_lanes_counted(threads);
    if (HasFailure()) return;
  }
}

}  // namespace
