// What a check needs beyond values: the emulator's report, several devices, a pool that can be
// full. A check that does not get its report or devices is skipped with words, and its verdict is
// not_run.
#pragma once

#include <gtest/gtest.h>

#include "harness/running/settings.h"

/// First line of a check on structure: launches, streams, races.
#define NEEDS_EMULATOR()                                                \
  if (::harness::settings().device != ::harness::DeviceKind::kEmulator) \
  GTEST_SKIP() << "looks at launches and their order, which only the emulator can report"

/// First line of a check of programs on devices on which host and kernels take turns with managed
/// memory (cudaDevAttrConcurrentManagedAccess is 0): the emulator can be one, other devices are
/// what they are.
#define NEEDS_TURNS_WITH_MANAGED_MEMORY() \
  NEEDS_EMULATOR();                       \
  ::harness::test_settings().concurrent_managed = false

/// First line of a check that wants `count` devices; the emulator gives that many to its runs.
#define NEEDS_DEVICES(count)                                         \
  ::harness::test_settings().devices = (count);                      \
  if (::harness::settings().device == ::harness::DeviceKind::kGpu && \
      ::harness::settings().gpus < (count))                          \
  GTEST_SKIP() << "needs " << (count) << " devices, and there are " << ::harness::settings().gpus

namespace harness {

/// In the runs that follow in this check the emulator counts what grids read of other grids, for
/// Reads(). No effect on a GPU.
inline void watch_reads() { test_settings().watches_reads = true; }

/// The same of what each of their threads reads and how often it is atomic, for ReadsItsOwn() and
/// AtMostAtomicsIn(). Such runs take longer. No effect on a GPU.
inline void watch_threads() { test_settings().watches_threads = true; }

/// Gives the runs that follow in this check `devices` emulated devices, of which each
/// `peer_island` neighbours can reach each other's memory (0: all can). No effect on a GPU.
inline void emulate_devices(int devices, int peer_island = 0) {
  test_settings().devices = devices;
  test_settings().peer_island = peer_island;
}

/// In the runs that follow in this check the emulator refuses the device's launch with this number,
/// counted from 1; 0: none. The launch answers with `error`, or as when the pool is full (69). The
/// exercise cannot read beforehand which. No effect on a GPU.
inline void refuse_launch(int number, int error = 0) {
  test_settings().refused_launch = {number, error};
}

/// The same of the host's launches, without an error as when a kernel needs more than the device
/// has (701).
inline void refuse_host_launch(int number, int error = 0) {
  test_settings().refused_host_launch = {number, error};
}

/// In the runs that follow in this check the emulator refuses the host's call of `name` with this
/// number, or the device's, counted from 1 among those of the name; {}: none. No effect on a GPU.
inline void refuse_call(const RefusedCall& call) { test_settings().refused_call = call; }

/// While one lives, what votes, shuffles, matches and reductions tell lanes and blocks lacks its
/// lowest bit, unless it is 0: a program that counts by votes then counts too few, and one that
/// votes for show still has the right result. No effect on a GPU.
class VotesTooFew {
 public:
  VotesTooFew() { test_settings().votes_too_few = true; }
  ~VotesTooFew() { test_settings().votes_too_few = false; }
  VotesTooFew(const VotesTooFew&) = delete;
  VotesTooFew& operator=(const VotesTooFew&) = delete;
};

/// While one lives, each run calls its entry point twice in the one process, with its arrays as
/// they were, and what is looked at is what the second call made of them: a right function is right
/// again. Launches and calls of both are recorded.
class CalledTwice {
 public:
  CalledTwice() { test_settings().calls = 2; }
  ~CalledTwice() { test_settings().calls = 1; }
  CalledTwice(const CalledTwice&) = delete;
  CalledTwice& operator=(const CalledTwice&) = delete;
};

/// How many places the pool has in a run of which launches are to be refused: `few`, but on a card
/// so many that none is. There a launch by cudaStreamFireAndForget or cudaStreamPerThread into a
/// full pool can hang for ever, and a right exercise with it (h200-facts 1).
inline int places_in_pool(int few) {
  constexpr int kRoomForAll = 4096;
  return settings().device == DeviceKind::kEmulator ? few : kRoomForAll;
}

}  // namespace harness
