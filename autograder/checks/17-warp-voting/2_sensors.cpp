// Task 2: a vote of some of the lanes.
#include "17-warp-voting/warps.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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

// Of the sensors only.
std::vector<Opinions> opinions_of_sensors(const std::vector<int>& values, int limit) {
  const int threads = static_cast<int>(values.size());
  std::vector<Opinions> all;
  for (const Lanes warp : warps_of(threads, threads)) {
    all.push_back(opinions_of(warp, threads, 32, 0));
    all.back().asked &= 0x49249249;
    for (int lane = 0; lane < warp.count; ++lane)
      if (reading_of(values[warp.first + lane]) < limit) all.back().yes |= 1U << lane;
  }
  return all;
}

auto Verdicts(const std::vector<int>& expected) {
  return Elements(expected)
      .mistaking([](int) { return -1; }, "verdicts that no lane wrote")
      .mistaking([](int) { return 0; },
                 "the result when lanes that are not sensors are asked; they have no vote, and in "
                 "a ballot their bits are 0 (W3)")
      .mistaking([](int) { return 1; },
                 "the result when only some of the sensors are asked: those that happen to be here "
                 "together (W5), or those that say yes anyway");
}

void expect_agreement_of_sensors(int threads, int limit) {
  watch_threads();
  const std::vector<int> values = sensor_values(threads);
  const std::vector<int> expected = who_agrees(values, limit);
  const Outcome run = EXERCISE(sensors_agree, output<int>(static_cast<int>(expected.size())),
                               output<int>(threads), input(values), threads, limit);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), Verdicts(expected)) << fmt::format(
      "{} threads; a reading agrees if it is less than the limit, {}", threads, limit);
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, OneLaneWrites());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run, LooksAtItsOwnValue());
  ASSERT_THAT(run, LanesExchangeValues(opinions_of_sensors(values, limit)));
  ASSERT_THAT(run.result<int>(1),
              Elements([&values](int i) { return i % 32 % 3 == 0 ? 0 : 2 * values[i]; }))
      << "the other lanes do other work";
  ASSERT_THAT(run, WroteAnswers(0, expected));
  ASSERT_THAT(run, WroteResult(1).where([&values](int i) { return i % 32 % 3 != 0 && values[i]; }));
}

TEST(Votes, SensorsAgree) {
  // In blocks of 79 threads the lane after the last one would be a sensor. 27 takes 111 steps:
  // there the largest readings are the limit itself. In the last case all of them are.
  for (const auto& [threads, limit] : {std::pair{256, 60},
                                       {80, 60},
                                       {79, 60},
                                       {20, 60},
                                       {1, 60},
                                       {96, reading_of(27)},
                                       {96, 112},
                                       {1, reading_of(5)}})
    ASSERT_NO_FATAL_FAILURE(expect_agreement_of_sensors(threads, limit));
}

}  // namespace
