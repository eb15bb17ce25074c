// One emulated device: its limits, pools and default streams; and the context they all share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "card/numbers.h"
#include "device/grids/stream.h"
#include "memory/zones.h"
#include "report/record.h"

namespace emu {

using memory::kMaxDevices;

struct Device {
  int number = 0;
  // Limits (A5, L1); defaults as read from the card (h200-facts 1).
  std::size_t pending_limit = card::kPendingLaunches;
  std::size_t heap_limit = card::kHeap;
  std::size_t stack_limit = card::kStack;
  std::size_t printf_limit = card::kPrintf;
  bool heap_used = false;        // a kernel used it: its size is fixed (H2)
  std::uint64_t heap_taken = 0;  // of it by requests (H3), counted as in heap_rooms.h
  std::size_t sync_depth = 2;    // CDP1 only (L5)

  unsigned pending = 0;           // grids launched from the device and not yet complete (L3)
  unsigned events = 0;            // events of the device alive (L4)
  unsigned outstanding = 0;       // work issued by the host and not complete
  unsigned resident_blocks = 0;   // under way
  unsigned resident_threads = 0;  // theirs

  Stream legacy;                 // the host's NULL stream
  Stream per_thread;             // cudaStreamPerThread of the first host thread
  std::vector<Stream*> streams;  // made by the host, alive
  unsigned flags = 0;
  std::array<bool, kMaxDevices> peers{};  // access to whose memory is enabled
};

Device& device(int number);
int device_count();
/// Whether there is a device of this number.
bool device_exists(int number);
/// Whether the two may ever share memory (cudaDeviceCanAccessPeer). Devices form islands of
/// EMULATOR_PEER_ISLAND neighbors, as cards below one switch do; without it they are one island.
bool can_be_peers(int one, int other);
/// The current device of the host thread, or the device that the running thread is on.
Device& current_device();
void set_current_device(int number);

/// A launch that is refused on purpose, to try what a program does then.
struct RefusedLaunch {
  std::size_t number;  ///< counted from 1 over the run; 0: none
  cudaError_t error;   ///< what the launch answers
};
/// The same of a call of the API.
struct RefusedCall {
  std::uint64_t name = 0;  ///< name_number() of the function's
  std::size_t number =
      0;  ///< counted from 1 among the host's calls of it, or the device's; 0: none
  cudaError_t error = cudaSuccess;
  bool on_device = false;
};
/// How the program wants to be run. Written before main: by `start_up` from the environment, and by
/// programs that are compiled so.
struct Settings {
  /// CUDA Dynamic Parallelism 1, in which device code may wait for what its block has launched
  /// (X1).
  bool cdp1 = false;
  /// --default-stream per-thread (S2): what NULL means.
  bool per_thread_default = false;
  /// So many grids may be launched before one more from the device is taken for one of a recursion
  /// without end (T10). EMULATOR_MOST_LAUNCHES, in which 0 stands for no limit.
  std::size_t most_launches = 0;
  /// Of the launches from the device. EMULATOR_REFUSED_LAUNCH: NUMBER or NUMBER:ERROR; without an
  /// error the launch finds the pool full (L2).
  RefusedLaunch refused_launch{};
  /// Of the host's launches, by EMULATOR_REFUSED_HOST_LAUNCH; without an error it is
  /// cudaErrorLaunchOutOfResources.
  RefusedLaunch refused_host_launch{};
  /// EMULATOR_REFUSED_CALL, of the host, or EMULATOR_REFUSED_DEVICE_CALL: NAME:NUMBER:ERROR.
  RefusedCall refused_call{};
  /// What lanes and blocks are told by votes, shuffles, matches and reductions lacks its lowest bit
  /// that is set, so that whoever counts by votes counts too few. EMULATOR_VOTES=too-few.
  bool faulty_votes = false;
  /// Host and kernels may use managed memory at the same time, as with an H200; otherwise they take
  /// turns, as with Windows, Tegra and cards before Pascal (U6). EMULATOR_MANAGED.
  bool concurrent_managed_access = true;
};
bool ask_for_cdp1();

/// All devices.
struct Devices {
  std::array<Device, kMaxDevices> all;
  // At start-up.
  int count = 1;
  int island = kMaxDevices;  // so many neighbors can reach each other
};

/// The record of this run. The Emulator's, as the State; tests read it, too.
extern report::Run& record;

/// A device fault: no device work goes on, the host sees `error` from now on. Does not return when
/// called by a device thread.
void device_fault(cudaError_t error);

}  // namespace emu
