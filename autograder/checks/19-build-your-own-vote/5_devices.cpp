// Task 5: votes of several devices.
#include <tuple>
#include <utility>

#include "19-build-your-own-vote/order.h"
#include "19-build-your-own-vote/runs.h"
#include "shared/host_calls.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::string words(int devices, bool peers, int blocks) {
  const bool is_alone = devices == 1 && settings().device == DeviceKind::kEmulator;
  return fmt::format("{} {}{}{}, {} peer access", devices, devices == 1 ? "device" : "devices",
                     is_alone ? " on a machine that has no other" : "",
                     blocks == 1 ? " with one block each" : "", peers ? "with" : "without");
}

// With peer access a device's word reaches the others in the memory of devices: through memory of
// the host, or of both, it would do so without.
ReportMatcher MeetsInMemoryOfDevices() {
  return WritesOnlyTo(MemoryKind::kDevice,
                      "with peer access, let kernels read the other devices' words, "
                      "slots.of[e][b], or write to them, without host or managed memory in between "
                      "(P2)");
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
                           "again. cudaDeviceSynchronize() waits for the current device only; and "
                           "between devices an atomic must have scope _system (M13)"));
  ASSERT_THAT(run,
              OneThreadStores("let one thread write what all devices said into a device's word, "
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
  ASSERT_THAT(run, ReadsItsOwnVotes(1, devices * blocks)) << which;
  if (peers) {
    ASSERT_THAT(run, MeetsInMemoryOfDevices()) << which;
  }
  ASSERT_THAT(run, WroteResult(0)) << which;
  ASSERT_THAT(run, WroteResult(1)) << which;
}

TEST(OwnVote, TwoDevicesAgree) {
  NEEDS_DEVICES(2);
  for (const bool peers : {false, true}) ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers));
  for (const bool peers : some_of({false, true}))
    ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers, 1));
  const CalledTwice twice;
  for (const bool peers : {false, true}) ASSERT_NO_FATAL_FAILURE(expect_agreement(2, peers));
}

TEST(OwnVote, OneFourAndEightDevicesAgree) {
  NEEDS_DEVICES(8);
  for (const auto& [devices, peers] :
       some_of({std::pair{1, false}, {1, true}, {4, false}, {4, true}, {8, false}, {8, true}})) {
    emulate_devices(devices);  // no more of them, so that another one's number is error 101
    ASSERT_NO_FATAL_FAILURE(expect_agreement(devices, peers));
  }
}

int copies(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.host_calls) {
    count += is_copy_of_an_array(call);
  }
  return count;
}

ReportMatcher CopiesNoMoreThan(const Outcome& other) {
  const int most = copies(other);
  return {"copies no more", [most](const Outcome& run) -> Refusal {
            const int more = copies(run) - most;
            if (more <= 0) return {};
            return because(
                "with peer access, 4 rounds make {} copies more than one round does: a "
                "kernel can read the other devices' words where they are",
                more);
          }};
}

// Events or streams that the host has created and not destroyed.
int count_left(const Outcome& run, const std::string& kind) {
  return successes(run, "cuda" + kind + "Create") - successes(run, "cuda" + kind + "Destroy");
}

// What is created once and used in all rounds may stay.
ReportMatcher LeavesNoMoreThan(const Outcome& one_round) {
  const int events = count_left(one_round, "Event"), streams = count_left(one_round, "Stream");
  return {"leaves no more events and streams", [=](const Outcome& run) -> Refusal {
            for (const auto& [kind, words, most] :
                 {std::tuple{"Event", "events", events}, {"Stream", "streams", streams}}) {
              const int more = count_left(run, kind) - most;
              if (more <= 0) continue;
              return refusal_at(first_success(run, std::string("cuda") + kind + "Create"),
                                "after 4 rounds {} more {} are left than after one round: combine "
                                "must destroy what it creates in each round, each once, after the "
                                "last use. Waits that have been made stay in effect, and work in a "
                                "destroyed stream continues (S8, E8)",
                                more, words);
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
  ASSERT_THAT(four, ReadsItsOwnVotes(1, 2 * 3));
  ASSERT_THAT(four, MeetsInMemoryOfDevices());
  EXPECT_THAT(four, WroteResult(0).somewhere());
}

}  // namespace
