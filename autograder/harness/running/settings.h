// What the check program was told on its command line, and what the running test asked for. There
// is one of each a process: GoogleTest gives test bodies no argument to pass them in.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/schedule.h"

namespace harness {

enum class DeviceKind { kEmulator, kGpu };

struct Limits {
  double seconds = 10;  ///< wall time of one run on a machine with time for it; CPU time follows it
  std::size_t memory_mb = 1024;
  int processes = 64;        ///< processes and threads together
  std::size_t file_mb = 64;  ///< the largest file that a run may write
  int open_files = 256;
};

struct Settings {
  std::string exercise;  ///< path of exercise.so
  std::string seen_as;   ///< where the runner finds it; empty: at the same path
  std::string runner;    ///< path of exercise-runner
  /// A command that runs it elsewhere, as in a sandbox, and is used instead of `runner`; its last
  /// words are the runner as it is seen in there. It hands on descriptors 3 to 7, environment and
  /// exit status, and ends with 128 + N where signal N ended the run. All that it starts is counted
  /// as part of the run.
  std::vector<std::string> launcher;
  bool launcher_stays = false;  ///< it is started once and serves all runs: run_server.h
  std::string
      emulator;       ///< libemulator.so, as the runner sees it: loaded once for all runs; or empty
  std::string trace;  ///< a file for the picture or trace of a run; empty: none is made
  /// A folder for CHECK.svg: what was drawn of a run of each check, while it was judged; or empty.
  std::string pictures;
  DeviceKind device = DeviceKind::kEmulator;
  int gpus = 1;  ///< how many a run finds when the device kind is kGpu
  Limits limits;
  /// Wall time of all runs of this process together; 0: no limit.
  double all_seconds = 0;
};

/// Of this process; written by the program's start only.
Settings& settings();

/// A launch that the emulator refuses, and with which error.
struct RefusedLaunch {
  int number = 0;  ///< counted from 1; 0: none
  int error = 0;   ///< 0: the emulator's own, 69 for the device and 701 for the host
};

/// The same of a call of CUDA's API.
struct RefusedCall {
  std::string name;  ///< the function's
  int number = 0;    ///< counted from 1 among the host's calls of it, or the device's; 0: none
  int error = 0;
  bool on_device = false;
};

/// What the running test runs under; every test starts with one device.
struct TestSettings {
  Schedule schedule;
  int devices = 1;
  int peer_island = 0;  ///< so many neighboring devices can reach each other's memory; 0: all
  RefusedLaunch refused_launch{};       ///< of the device's launches
  RefusedLaunch refused_host_launch{};  ///< of the host's
  RefusedCall refused_call{};
  bool faulty_votes = false;       ///< votes, shuffles and the like tell too little
  bool watches_reads = false;      ///< which kernels read what others wrote is counted
  bool watches_threads = false;    ///< and what each of their threads reads
  bool concurrent_managed = true;  ///< host and kernels may use managed memory at the same time
  int calls = 1;          ///< so often a run calls the entry point, with its arrays as they were
  bool is_aside = false;  ///< its runs show nothing of what the check is about

  /// Whether runs show how an exercise works, not how it takes what goes wrong.
  bool shows_its_work() const {
    return !is_aside && !faulty_votes && refused_launch.number == 0 &&
           refused_host_launch.number == 0 && refused_call.number == 0;
  }
};
TestSettings& test_settings();

}  // namespace harness
