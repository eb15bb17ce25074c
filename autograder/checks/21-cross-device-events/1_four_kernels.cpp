// Task 1: one arrow between two devices.
#include <utility>

#include "21-cross-device-events/runs.h"

namespace {

using namespace checks;

constexpr int kUnwritten = -1000000;

int number(int i) { return 3 * i + 7; }
int square(int i) { return i * i % 1000; }

void expect_numbers_handed_on(const Outcome& run, int n) {
  for (const auto& [reader, writer] : {std::pair{"k2", "fill"}, {"k4", "fill"}, {"k4", "k3"}})
    EXPECT_THAT(run, ReadsInHostGrids(reader, writer, n));
}

void expect_four_right(int n, int here, int there) {
  watch_reads();
  const Outcome run = run_four(n, here, there);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([](int i) { return 2 * number(i); })
                  .mistaking([](int) { return kUnwritten; }, "numbers that k2 never wrote")
                  .mistaking([](int) { return 2 * kUnwritten; }, "what was there before k1"));
  ASSERT_THAT(run.result<int>(1),
              Elements([](int i) { return number(i) - square(i); })
                  .mistaking([](int) { return kUnwritten; }, "numbers that k4 never wrote")
                  .mistaking([](int i) { return kUnwritten - square(i); },
                             "what k4 makes without k1's numbers"));
  ASSERT_THAT(run, WroteDoubled());
  ASSERT_THAT(run, WroteDifference());
  expect_numbers_handed_on(run, n);
}

TEST(CrossDeviceEvents, FourKernelsAreRight) {
  NEEDS_DEVICES(2);
  for (const auto& [here, there] : {std::pair{0, 1}, {1, 0}, {1, 1}})
    ASSERT_NO_FATAL_FAILURE(expect_four_right(300, here, there));
  const CalledTwice twice;
  expect_four_right(50, 0, 1);
}

constexpr const char* kLaunchRecordWait =
    "launch, then record after it; let the other stream wait, then launch there. A wait for an "
    "event that is not recorded yet waits for nothing, and no call reports it (E8)";

void expect_four_launches(const Outcome& run, int here, int there) {
  ASSERT_THAT(run.launches, EveryLaunch(FromHost("k1"), LaunchOf("").with_grid(1).with_block(1)));
  for (const char* kernel : {"k2", "k3", "k4"}) {
    ASSERT_THAT(run.launches,
                EveryLaunch(FromHost(kernel), LaunchOf("").with_grid(2).with_block(128)))
        << "200 numbers take `blocks` = 2 blocks of kBlock = 128 threads";
  }
  for (const auto& [kernel, device] :
       {std::pair{"k1", here}, {"k2", here}, {"k3", there}, {"k4", there}}) {
    ASSERT_THAT(run.launches, LaunchCount(1, FromHost(kernel).on_device(device)));
  }
}

void expect_order_of_four(const Outcome& run, bool on_one_device) {
  for (const auto& [first, second] : {std::pair{"k1", "k2"}, {"k1", "k4"}, {"k3", "k4"}}) {
    ASSERT_THAT(run.launches, Ordered(FromHost(first), FromHost(second)))
        << kLaunchRecordWait
        << (on_one_device ? ". Two streams of one device are not ordered either (S5)" : "");
  }
}

void expect_k4_to_wait(int here, int there) {
  give_devices(std::max(here, there) + 1);
  const Outcome run = run_four(200, here, there);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, ReturnsNoError()) << fmt::format(
      "with here = {} and there = {}, where no device has a higher number", here, there);
  ASSERT_ORDER_CAN_BE_SEEN(run);
  ASSERT_NO_FATAL_FAILURE(expect_four_launches(run, here, there));
  ASSERT_NO_FATAL_FAILURE(expect_order_of_four(run, here == there));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, WroteDoubled().somewhere());
  ASSERT_THAT(run, WroteDifference().somewhere());
  expect_numbers_handed_on(run, 200);
}

TEST(CrossDeviceEvents, K4WaitsForK1) {
  NEEDS_EMULATOR();
  watch_reads();
  for (const auto& [here, there] : {std::pair{0, 1}, {3, 2}, {2, 2}, {0, 0}})
    ASSERT_NO_FATAL_FAILURE(expect_k4_to_wait(here, there));
}

void expect_nothing_else_waits(int here, int there) {
  const Outcome run = run_four(200, here, there);
  ASSERT_ORDER_CAN_BE_SEEN(run);
  for (const auto& [one, other] : {std::pair{"k1", "k3"}, {"k2", "k3"}, {"k2", "k4"}}) {
    ASSERT_THAT(run.launches, MayOverlap(FromHost(one), FromHost(other)))
        << "an event stands for all that is in its stream when it is recorded, and a wait holds "
           "back all that is launched into its stream later: record right after k1, wait right "
           "before k4 (S5, E8)"
        << fmt::format("\nthis happens with here = {} and there = {}", here, there)
        << (here == there ? ": `a` and `b` are two streams of one device as well, k1 and k2 belong "
                            "in `a`, k3 and k4 in `b`"
                          : "");
  }
  ASSERT_THAT(run, WroteDoubled().somewhere());
  ASSERT_THAT(run, WroteDifference().somewhere());
}

TEST(CrossDeviceEvents, NothingElseWaits) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const auto& [here, there] : {std::pair{0, 1}, {1, 0}, {1, 1}})
    ASSERT_NO_FATAL_FAILURE(expect_nothing_else_waits(here, there));
}

}  // namespace
