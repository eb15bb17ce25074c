// Task 3: a barrier of devices between rounds.
#include "21-cross-device-events/runs.h"
#include "shared/judged.h"

namespace {

using namespace checks;

std::vector<int> serial_rounds(int rounds, int devices) {
  std::vector<int> values;
  for (int d = 0; d < devices; ++d) values.push_back(d + 1);
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    for (int k = 0; k < devices; ++k) sum += (k + 1) * values[k];
    for (int d = 0; d < devices; ++d) values[d] = (d + sum) % 1009;
  }
  return values;
}

void expect_rounds_right(int rounds, int devices) {
  watch_reads();
  const Outcome run = run_rounds(rounds, devices);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), Elements(serial_rounds(rounds, devices)));
  ASSERT_THAT(run, Moved());
  if (rounds > 1) {
    ASSERT_THAT(run, Reads("move", "move", devices));
  }
}

TEST(CrossDeviceEvents, RoundsAreRight) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) {
    for (const int rounds : {1, 7}) ASSERT_NO_FATAL_FAILURE(expect_rounds_right(rounds, devices));
  }
  const CalledTwice twice;
  expect_rounds_right(3, 2);
}

// The grids of play of one round, which the host launches round by round, device by device.
using Round = std::vector<const Launch*>;
std::vector<Round> rounds_of(const Launches& launches, int devices) {
  std::vector<Round> rounds;
  for (const Launch& l : launches) {
    if (!l.from_host() || l.kernel != "play") continue;
    if (rounds.empty() || static_cast<int>(rounds.back().size()) == devices) rounds.emplace_back();
    rounds.back().push_back(&l);
  }
  return rounds;
}

Refusal why_no_barrier(const Launches& launches, int devices) {
  const std::vector<Round> rounds = rounds_of(launches, devices);
  for (std::size_t r = 1; r < rounds.size(); ++r) {
    for (const Launch* later : rounds[r]) {
      for (const Launch* earlier : rounds[r - 1]) {
        if (launches.ordered(*earlier, *later)) continue;
        return because(
            "with {} devices: device {} begins round {} without waiting for device {}'s round {}. "
            "In a barrier, every stream records its event before any stream waits, and then every "
            "stream, not just one, waits for the events of all the others; a wait for an event "
            "that is recorded only later is for its record of the round before, or for nothing "
            "(E8)",
            devices, later->device, r + 1, earlier->device, r);
      }
    }
  }
  return {};
}

Refusal why_not_side_by_side(const Launches& launches, int devices) {
  for (const Round& round : rounds_of(launches, devices)) {
    for (const Launch* one : round) {
      for (const Launch* other : round) {
        if (!launches.ordered(*one, *other)) continue;
        return because(
            "within one round, device {} waits for device {}: a barrier is between rounds and must "
            "hold back nothing else",
            other->device, one->device);
      }
    }
  }
  return {};
}

using RoundsQuestion = Refusal (*)(const Launches&, int);
LaunchesMatcher Rounds(RoundsQuestion question, int devices) {
  return {"rounds with a barrier between them",
          [question, devices](const Launches& l) { return question(l, devices); }};
}

TEST(CrossDeviceEvents, AllWaitForAll) {
  NEEDS_EMULATOR();
  watch_reads();
  for (const int devices : device_counts()) {
    const Outcome run = run_rounds(4, devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, LaunchCount(4 * devices, FromHost("play")));
    ASSERT_THAT(run.launches, Rounds(why_no_barrier, devices));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, Moved().somewhere());
    ASSERT_THAT(run, Reads("move", "move", devices));
  }
}

TEST(CrossDeviceEvents, OnlyDevicesWait) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    const Outcome run = run_rounds(4, devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, Rounds(why_not_side_by_side, devices));
    if (devices > 1) {
      // A barrier that keeps nobody apart is not asked what else it does.
      ASSERT_THAT(run.launches, Rounds(why_no_barrier, devices));
    }
    ASSERT_THAT(run, Moved().somewhere());
  }
}

}  // namespace
