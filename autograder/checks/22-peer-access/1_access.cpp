// Task 1: a neighbor's memory, with and without leave to use it.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "22-peer-access/rings.h"
#include "shared/judged.h"
#include "shared/left_error.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int left_of(int device, int devices) { return (device + devices - 1) % devices; }

Outcome run_left(int devices, int n, int island = 0) {
  emulate_devices(devices, island);
  return EXERCISE(read_left, output<int>(devices * n), output<int>(devices), output<int>(devices),
                  devices, n);
}

bool read_directly(const Outcome& run, int i) {
  const auto direct = run.result<int>(1);
  const auto n = run.result<int>(0).size() / direct.size();
  return direct[static_cast<std::size_t>(i) / n] != 0;
}

// Children read a neighbor's numbers where that is possible; elsewhere they are copied as the
// neighbor's grid has made them.
WroteResult ReadByChildren(const Outcome& run) {
  return WroteResult(0, "copy_numbers").of("read_numbers").where([&run](int i) {
    return read_directly(run, i);
  });
}

WroteResult MadeByNeighbors(const Outcome& run) {
  return WroteResult(0, "make_numbers").launched_anywhere().where([&run](int i) {
    return !read_directly(run, i);
  });
}

// The numbers, and that a device read directly where CUDA says that it may.
void expect_numbers_of_the_left(int devices, int island, const std::string& when = "") {
  const int n = 200;
  const std::string where = machine_words(devices, island) + when;
  const Outcome run = run_left(devices, n, island);
  ASSERT_THAT(run, FinishedCleanly()) << where;
  ASSERT_THAT(run, ReturnsNoError()) << where;
  ASSERT_THAT(run.result<int>(0),
              Elements([=](int i) {
                return 1000 * left_of(i / n, devices) + i % n;
              }).mistaking([](int) { return -1; }, "numbers that no device has read"))
      << where;
  const auto possible = run.result<int>(2);
  EXPECT_THAT(run.result<int>(1),
              Elements([&](int d) { return possible[static_cast<std::size_t>(d)]; }))
      << where
      << ". 1: the device read its neighbor's memory directly, 0: it got a copy. It should read "
         "directly where cudaDeviceCanAccessPeer says that it can, and always from its own memory";
  EXPECT_THAT(run, LeavesNoError()) << where;
  EXPECT_THAT(run, ReadByChildren(run)) << where;
  EXPECT_THAT(run, MadeByNeighbors(run)) << where;
}

TEST(PeerAccess, NumbersOfTheLeft) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) expect_numbers_of_the_left(devices, 0);
  if (HasFailure()) return;
  const CalledTwice twice;
  expect_numbers_of_the_left(ring_sizes().front(), 0,
                             ", and between two calls a library disables all access again "
                             "(cudaDeviceDisablePeerAccess): enable in each call what it uses");
}

TEST(PeerAccess, RefusedIsNoError) {
  NEEDS_EMULATOR();
  const Outcome all = run_left(4, 10);
  ASSERT_THAT(all, ReturnsNoError());
  const auto direct = all.result<int>(1);
  ASSERT_THAT(direct, Elements([](int) { return 1; }))
      << "copies are for devices that cannot reach each other; here all can";
  for (const auto& [devices, island] : {std::pair{4, 2}, {2, 1}, {8, 4}}) {
    expect_numbers_of_the_left(devices, island);
  }
}

// How often "device 1 to device 0" was asked for, with success or not.
std::map<std::string, int> calls_that_enable(const Outcome& run) {
  std::map<std::string, int> count;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaDeviceEnablePeerAccess") ++count[call.detail];
  }
  return count;
}

std::string direction(int device, int peer) {
  return fmt::format("device {} to device {}", device, peer);
}

std::map<std::string, int> ways_that_are_used(int devices) {
  std::map<std::string, int> ways;
  for (int d = 0; d < devices; ++d) ways[direction(d, left_of(d, devices))] = 1;
  return ways;
}

Refusal why_wrong_direction(const Outcome& run, int devices) {
  const std::map<std::string, int> used = ways_that_are_used(devices);
  for (const ApiCall& call : run.host_calls) {
    if (call.name != "cudaDeviceEnablePeerAccess" || call.result != 0) continue;
    if (used.contains(call.detail)) continue;
    return refusal_at(call, Cause::kCall,
                      "access was enabled from {}, which no kernel uses: each device reads only "
                      "its left neighbor. The current device gets the access, the argument is the "
                      "device whose memory it may use (P2)",
                      call.detail);
  }
  return {};
}

// Who asks right before enabling asks for that direction: the answers for the two may differ.
Refusal why_asked_otherwise(const Outcome& run) {
  std::vector<const ApiCall*> questions;  // since access was last enabled, for what was not yet
  std::set<std::string> enabled;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaDeviceCanAccessPeer" && !enabled.contains(call.detail))
      questions.push_back(&call);
    if (call.name != "cudaDeviceEnablePeerAccess" || call.result != 0) continue;
    const auto is_for_it = [&call](const ApiCall* asked) { return asked->detail == call.detail; };
    if (!questions.empty() && std::ranges::none_of(questions, is_for_it)) {
      const ApiCall& asked = *questions.back();
      return refusal_at(asked, Cause::kCall,
                        "access is enabled from {}, but cudaDeviceCanAccessPeer was asked for the "
                        "access from {}: its second argument is the device that reads, the third "
                        "the device whose memory it reads (P1)",
                        call.detail, asked.detail);
    }
    questions.clear();
    enabled.insert(call.detail);
  }
  return {};
}

const ReportMatcher kAsksForWhatItEnables{"asks for what it enables", why_asked_otherwise};

ReportMatcher EnablesWhatIsUsed(int devices) {
  return {"enables the access that is used",
          [devices](const Outcome& run) { return why_wrong_direction(run, devices); }};
}

Refusal why_not_enabled_once(const Outcome& run, int devices) {
  if (const int error = run.returned<int>(); error != 0) {
    return because("read_left returned " + error_words(error));
  }
  const std::map<std::string, int> calls = calls_that_enable(run);
  std::map<std::string, int> allowed = ways_that_are_used(devices);
  allowed[direction(1, 0)] = 2;  // the library's and the exercise's
  for (const auto& [way, most] : allowed) {
    const auto made = calls.find(way);
    const int count = made == calls.end() ? 0 : made->second;
    if (count == 0) {
      return because("access was never enabled from {}, though that is possible (P2)", way);
    }
    if (count > most) {
      return because(
          "access from {} was enabled {} times; once per pair and direction is enough, and the "
          "next call returns 704 (P3)",
          way, count);
    }
  }
  return {};
}

ReportMatcher EnablesEachOnce(int devices) {
  return {"enables each access once",
          [devices](const Outcome& run) { return why_not_enabled_once(run, devices); }};
}

TEST(PeerAccess, EnabledOncePerPair) {
  NEEDS_EMULATOR();
  for (const int devices : {2, 4}) {
    const Outcome run = run_left(devices, 10);
    ASSERT_THAT(run, EnablesWhatIsUsed(devices)) << machine_words(devices, 0);
    ASSERT_THAT(run, kAsksForWhatItEnables) << machine_words(devices, 0);
    ASSERT_THAT(run, FinishedCleanly()) << machine_words(devices, 0);
    EXPECT_THAT(run, EnablesEachOnce(devices)) << machine_words(devices, 0);
    EXPECT_THAT(run, WroteResult(0).somewhere());
  }
}

}  // namespace
