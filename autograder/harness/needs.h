// Settings that come first in the body of a check, and hold for its later runs: which device it
// needs, what the emulator records or refuses, and how often the entry point is called.
//
//     TEST(MemoryVisibility, NoRaceWithTheChild) {
//       NEEDS_EMULATOR();
//       watch_reads();
//       const Outcome run = EXERCISE(fill_then_double, output<int>(40), 40);
//
// A check that does not get its report or its devices is skipped with a reason. Its verdict is then
// `not_run`.
#pragma once

#include <gtest/gtest.h>

#include "harness/running/settings.h"

/// Skips the check on a GPU.
///
/// The first line of a check that tests structure only: launches, streams, races. Its `[[check]]`
/// in lesson.toml says `needs = "emulator"`.
#define NEEDS_EMULATOR()                                                \
  if (::harness::settings().device != ::harness::DeviceKind::kEmulator) \
  GTEST_SKIP() << "looks at launches and their order, which only the emulator can report"

/// Makes the emulated device one on which the host may not touch managed memory while a kernel
/// runs, and skips the check on a GPU.
///
/// On such a device, the attribute `cudaDevAttrConcurrentManagedAccess` is 0. A GPU cannot be made
/// one.
#define NEEDS_NO_CONCURRENT_MANAGED_ACCESS() \
  NEEDS_EMULATOR();                          \
  ::harness::test_settings().concurrent_managed = false

/// Gives the check's runs several devices, and skips the check on a machine with fewer GPUs.
/// @param count  number of devices, 1 or more
#define NEEDS_DEVICES(count)                                         \
  ::harness::test_settings().devices = (count);                      \
  if (::harness::settings().device == ::harness::DeviceKind::kGpu && \
      ::harness::settings().gpus < (count))                          \
  GTEST_SKIP() << "needs " << (count) << " devices, and there are " << ::harness::settings().gpus

namespace harness {

/// Makes the emulator count which words grids read that other grids had written.
///
/// Call it before the run of which you ask Reads() or a similar matcher. No effect on a GPU.
inline void watch_reads() { test_settings().watches_reads = true; }

/// Makes the emulator record for each thread what it reads, writes and updates atomically, and what
/// the lanes of a warp tell each other.
///
/// Call it before the run of which you ask ReadsOwnData() or another matcher of that page. Such
/// runs take longer. No effect on a GPU.
inline void watch_threads() { test_settings().watches_threads = true; }

/// Sets how many devices the emulator has in later runs, and which can access each other's memory.
///
/// No effect on a GPU; see NEEDS_DEVICES() for checks that need real ones.
///
///     emulate_devices(8, 2);  // peers: devices 0 and 1, 2 and 3, 4 and 5, 6 and 7
///
/// @param devices  number of devices, 1 or more; a check begins with 1
/// @param peer_island  number of neighbors that are peers of each other; 1: no device has a peer;
///   0: all devices are peers
inline void emulate_devices(int devices, int peer_island = 0) {
  test_settings().devices = devices;
  test_settings().peer_island = peer_island;
}

/// Makes the emulator refuse one launch from device code in each later run.
///
/// An exercise cannot know beforehand which one, so a check can test whether it reads the error of
/// each launch (R3). No effect on a GPU.
///
///     refuse_launch(1);
///     const Outcome run = EXERCISE(record_families, output<int>(64), 8, 8);
///     EXPECT_THAT(run, Returned(69));
///
/// @param number  which launch, counted from 1 in the order of launching; 0: none
/// @param error  what the launch returns; 0: error 69, as if the pending-launch pool were full
inline void refuse_launch(int number, int error = 0) {
  test_settings().refused_launch = {number, error};
}

/// Makes the emulator refuse one launch from host code in each later run.
///
/// No effect on a GPU.
/// @param number  which launch, counted from 1 in the order of launching; 0: none
/// @param error  what the launch returns; 0: error 701, as if the kernel needed more registers or
///   threads than the device has
inline void refuse_host_launch(int number, int error = 0) {
  test_settings().refused_host_launch = {number, error};
}

/// Makes the emulator refuse one call of a CUDA function in each later run: the call returns an
/// error and does nothing else.
///
/// No effect on a GPU.
///
///     refuse_call({"cudaMalloc", 2, 2});        // the host's second cudaMalloc returns error 2
///     refuse_call({"cudaMalloc", 1, 2, true});  // the first one of device code
///     refuse_call({});                          // no call
///
/// @param call  the function's name, which of its calls (counted from 1), the error, and whether
///   device code makes the call; `{}`: none
inline void refuse_call(const RefusedCall& call) { test_settings().refused_call = call; }

/// Says that later runs show nothing of what the check is about: the picture of an exercise that
/// passes is of an earlier run. Runs in which something is refused on purpose are left out anyway.
inline void draw_no_later_run() { test_settings().is_aside = true; }

/// While it exists, votes, shuffles, matches and reductions return too little.
///
/// What they return lacks its lowest bit that is set. A program whose result is right nevertheless
/// does not use them. No effect on a GPU.
///
///     const FaultyVotes faulty;
///     const Outcome run = EXERCISE(lanes_running, output<int>(64), input(numbers), 32);
///     EXPECT_THAT(run.result<int>(0), testing::Not(Elements(expected)));
class FaultyVotes {
 public:
  /// Begins it for the later runs of this check.
  FaultyVotes() { test_settings().faulty_votes = true; }
  ~FaultyVotes() { test_settings().faulty_votes = false; }
  FaultyVotes(const FaultyVotes&) = delete;
  FaultyVotes& operator=(const FaultyVotes&) = delete;
};

/// While it exists, each run calls its entry point twice in its process.
///
/// The second call gets the arrays as they were before the first. The Outcome has the arrays after
/// the second call, and the launches and CUDA calls of both. So a check finds an exercise that is
/// right only once, because it leaves something in a `__device__` variable.
///
///     const CalledTwice twice;
///     expect_doubled(40);
class CalledTwice {
 public:
  /// Begins it for the later runs of this check.
  CalledTwice() { test_settings().calls = 2; }
  ~CalledTwice() { test_settings().calls = 1; }
  CalledTwice(const CalledTwice&) = delete;
  CalledTwice& operator=(const CalledTwice&) = delete;
};

/// Chooses a size of the pending-launch pool for a run in which launches should be refused.
///
/// On a GPU it is so large that none is refused: a launch into cudaStreamFireAndForget or
/// cudaStreamPerThread can hang forever when the pool is full, even in a correct exercise
/// (h200-facts 1).
///
///     const int pool = slots_in_pool(32);
///     const Outcome run = EXERCISE(sort_by_grids, inout(values), output<int>(1), n, 8, pool);
///
/// @param few  number of slots on the emulator
/// @return `few` on the emulator, 4096 on a GPU: what the check passes to its exercise
inline int slots_in_pool(int few) {
  constexpr int kRoomForAll = 4096;
  return settings().device == DeviceKind::kEmulator ? few : kRoomForAll;
}

}  // namespace harness
