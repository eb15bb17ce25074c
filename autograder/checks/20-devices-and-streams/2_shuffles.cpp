// Task 2: each device counts its part, all at the same time.
#include <string>
#include <vector>

#include "20-devices-and-streams/devices.h"
#include "shared/devices_at_once.h"
#include "shared/host_waits.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

int shuffles(int cards) {
  const int m = cards - 1;
  int count = 1;
  for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;
  return count;
}

std::vector<int> decks_of(int n) {
  std::vector<int> decks(n);
  for (int i = 0; i < n; ++i) decks[i] = 2 * (i * 37 % 180 + 1);
  return decks;
}

Outcome run_shuffles(int n, int devices, int current = 0) {
  return EXERCISE(shuffle_counts, output<int>(n), input(decks_of(n)), n, devices, current,
                  output<int>(1));
}

/// Children count; the host may pass on what they have found.
WroteResult CountedByChildren() { return WroteResult(0, "count_tile").of("count_part"); }

constexpr int kTile = 64;  // decks for a thread of count_part

/// A thread of count_tile has one deck, and its device a part of them.
void expect_parts_of_devices(const Outcome& run, int n, int devices) {
  EXPECT_THAT(run, ReadsOwnData([](const Launch& l) { return Child("count_tile").matches(l); }, 2,
                                2, "a thread of count_tile looks at one deck, its own"));
  if (devices > 2) {
    EXPECT_THAT(run.launches, EachHasItsPart({"count_tile", n, kTile}, devices));
  }
}

void expect_counts(int n, int devices) {
  if (!gives(devices)) return;
  const std::vector<int> decks = decks_of(n);
  const Outcome run = run_shuffles(n, devices);
  ASSERT_THAT(run, FinishedCleanly()) << "with devices = " << devices;
  ASSERT_THAT(run, ReturnsNoError())
      << "with n = " << n << " and devices = " << devices
      << (n < devices ? ": some parts are empty, and a launch of 0 blocks is an error" : "");
  ASSERT_THAT(run.result<int>(0), Elements([&](int i) { return shuffles(decks[i]); }))
      << "with n = " << n << " and devices = " << devices;
  ASSERT_THAT(run, CountedByChildren()) << "with n = " << n << " and devices = " << devices;
  expect_parts_of_devices(run, n, devices);
}

TEST(DevicesAndStreams, CountsAreThoseOfOneDevice) {
  NEEDS_DEVICES(2);
  watch_threads();
  for (const int n : {1000, 5}) {
    for (const int devices : {1, 2, 4, 8}) ASSERT_NO_FATAL_FAILURE(expect_counts(n, devices));
  }
  const int threads_of_a_block = 128;
  ASSERT_NO_FATAL_FAILURE(expect_counts(kTile * threads_of_a_block, 1));
  if (!gives(2)) return;
  expect_errors_returned([] { return run_shuffles(10, 2); });
}

/// A launch of count_part by blocks of a few threads, of which many have no tile: its first two
/// items have changed places.
Refusal why_items_swapped(const Launches& launches, int tiles) {
  const int warp = 32;
  for (const Launch& l : launches) {
    if (!FromHost("count_part").matches(l)) continue;
    if (l.block.x >= warp || (l.grid.x - 1) * l.block.x < tiles) continue;
    return refusal_at(l, Cause::kCall,
                      "{} blocks of {} thread{} each for {} tiles, one thread per tile: most "
                      "blocks have nothing to do, and with more tiles a block would get more "
                      "threads than it may have. The number of blocks comes first, then the "
                      "threads per block (K1)",
                      l.grid.x, l.block.x, l.block.x == 1 ? "" : "s", tiles);
  }
  return {};
}

/// As many launches of count_part as devices, and some device has none: the fault that follows, of
/// a kernel with another device's memory, is not the cause.
Refusal why_on_one_device(const Outcome& run, int devices) {
  std::vector<const Launch*> parts;
  for (const Launch& l : run.launches) {
    if (FromHost("count_part").matches(l)) parts.push_back(&l);
  }
  if (parts.size() != static_cast<std::size_t>(devices)) return {};
  const auto on = [&](int d) {
    return std::ranges::count_if(parts, [d](const Launch* l) { return l->device == d; });
  };
  for (int d = 0; d < devices; ++d) {
    if (on(d) > 0) continue;
    const Launch& other = *parts[d];
    return refusal_at(other, Cause::kCall,
                      "there is no launch of count_part on device {}; of {} launches {} {} on "
                      "device {}. A launch runs on the device of its stream, whichever device is "
                      "current; a stream belongs to the device that was current when it was "
                      "created (D2, D3)",
                      d, parts.size(), on(other.device), on(other.device) == 1 ? "is" : "are",
                      other.device);
  }
  return {};
}

TEST(DevicesAndStreams, EveryDeviceHasItsPart) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  watch_threads();
  for (const int devices : {2, 4, 8}) {
    if (!gives(devices)) continue;
    const int n = 600;
    const Outcome run = run_shuffles(n, devices);
    ASSERT_THAT(run, ReportMatcher("launches on each device", [=](const Outcome& counted) {
                  return why_on_one_device(counted, devices);
                }));
    for (int d = 0; d < devices; ++d) {
      ASSERT_THAT(run.launches, Contains(FromHost("count_part").on_device(d)))
          << "a launch runs on the device of its stream, whichever device is current; a stream "
             "belongs to the device that was current when it was created (D2, D3)";
    }
    const int tiles = n / devices / kTile + 1;
    ASSERT_THAT(run.launches, LaunchesMatcher("a thread for each tile", [=](const Launches& l) {
                  return why_items_swapped(l, tiles);
                }));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, CountedByChildren().somewhere());
    expect_parts_of_devices(run, n, devices);
  }
}

/// The first call that waits between the first launch of the host and its last.
Refusal why_host_waits_between(const Outcome& run) {
  int first = 0, last = 0;
  for (const Launch& l : run.launches) {
    if (!l.from_host()) continue;
    first = first == 0 ? l.id : first;
    last = l.id;
  }
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before < first || call.launches_before >= last) continue;
    const bool waits = call.name == "cudaMemcpy" || call.name == "cudaFree" ||
                       call.name.find("Synchronize") != std::string::npos;
    if (!waits) continue;
    return refusal_at(call, Cause::kCall,
                      "the host called {}{} before the last device had its work: that call waits. "
                      "Copy by cudaMemcpyAsync from and to pinned memory, and wait only when all "
                      "devices have their work (D6, D7)",
                      call.name, call.detail.empty() ? "" : " (" + call.detail + ")");
  }
  const HostWait* const wait = wait_between_launches(run);
  if (wait == nullptr) return {};
  return {fmt::format("the host waited in {} before the last device had its work. Wait only when "
                      "all devices have their work (D6, D7)",
                      wait->name),
          {},
          0,
          Cause::kCall};
}

TEST(DevicesAndStreams, DevicesCountAtTheSameTime) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  watch_threads();
  for (const int devices : {8, 4, 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_shuffles(600, devices);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AllDevicesAtOnce(devices));
    ASSERT_THAT(run, ReportMatcher("gives work first, then waits", why_host_waits_between));
    ASSERT_THAT(run, CountedByChildren().somewhere());
    expect_parts_of_devices(run, 600, devices);
  }
}

/// The first copy of an array from or to memory that is not pinned.
Refusal why_not_pinned(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (!is_copy_of_an_array(call) || call.detail.find("pageable") == std::string::npos) continue;
    return because(
        "{} of {}: a copy from or to pageable memory may block the host until it is done, Async or "
        "not, and the next device gets its work later. Copy between the device and memory of "
        "cudaMallocHost (D6)",
        call.name, call.detail);
  }
  return {};
}

/// The first copy of an array that ends in the middle of an int.
Refusal why_not_whole_ints(const Outcome& run) {
  const int size = sizeof(int);
  for (const ApiCall& call : run.host_calls) {
    const long long bytes = bytes_copied(call);
    if (bytes % size == 0) continue;
    return refusal_at(call, Cause::kCall,
                      "{} of {}: that is {} ints and {} byte{} of the next. A part of `count` "
                      "ints has sizeof(int) * count bytes",
                      call.name, call.detail, bytes / size, bytes % size,
                      bytes % size == 1 ? "" : "s");
  }
  return {};
}

TEST(DevicesAndStreams, CopiesUsePinnedMemory) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome run = run_shuffles(600, 2);
  EXPECT_THAT(run, ReportMatcher("copies pinned memory only", why_not_pinned));
  EXPECT_THAT(run, ReportMatcher("copies whole ints", why_not_whole_ints));
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(DevicesAndStreams, CountingLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_shuffles(300, 2, current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LeavesCurrent(current));
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

/// Streams that the host made and did not destroy, or memory that it did not free.
Refusal why_not_given_back(const Outcome& run) {
  int made = 0, destroyed = 0;
  for (const ApiCall& call : run.host_calls) {
    if (call.name.starts_with("cudaStreamCreate")) ++made;
    if (call.name == "cudaStreamDestroy") ++destroyed;
  }
  if (made == destroyed) return {};
  return because(
      "{} created {} streams and destroyed {}: destroy each once, whichever device is current (D2)",
      run.entry_point, made, destroyed);
}

TEST(DevicesAndStreams, EverythingIsGivenBack) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome surveyed = run_survey(0), counted = run_shuffles(300, 2),
                one_part = run_shuffles(1, 2);  // for the other device there is nothing to do
  for (const Outcome* run : {&surveyed, &counted, &one_part}) {
    if (run == &one_part && run->returned<int>() != 0) continue;  // it left early, and is told so
    ASSERT_THAT(*run, FinishedCleanly());
    ASSERT_THAT(*run, Keeps("leak"));
    ASSERT_THAT(*run, ReportMatcher("frees everything", why_not_given_back));
  }
  ASSERT_THAT(counted, CountedByChildren().somewhere());
}

}  // namespace
