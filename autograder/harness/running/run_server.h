// exercise-runner as a server, which forks a process for each run: what all runs need is loaded
// once.
//
// A launcher that stays starts it in its sandbox. There it is the first process, so nothing can end
// or stop it, and all that a run has left behind is dead before the next begins. Without a launcher
// it is a child of this process. Either way it holds nothing worth knowing. After a run that had to
// be ended, or that left processes, files or other traces, server and sandbox are made anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/capture.h"
#include "harness/running/memory_file.h"
#include "harness/running/process.h"

namespace harness {

class RunServer {
 public:
  /// `program`: exercise-runner, or the launcher that starts it. It is started when it is needed.
  /// `emulator`: as in Settings.
  RunServer(Program program, const std::string& emulator, const std::string& exercise);
  ~RunServer();
  RunServer(const RunServer&) = delete;
  RunServer& operator=(const RunServer&) = delete;

  /// As run_process does it. Throws GraderError when no server can be started or got rid of.
  ProcessEnd run(const std::vector<PassedDescriptor>& descriptors, const Limits& limits);

 private:
  void start();
  void stop(ProcessEnd& end);
  bool ask(const std::vector<PassedDescriptor>& descriptors);
  bool read_answer(ProcessEnd& end);

  Program program_;
  pid_t pid_ = 0;  ///< 0: none runs
  Descriptor socket_;
  std::unique_ptr<Capture> errors_;  ///< what launcher and server say themselves
};

/// The one of this process; null until the first run that needs it.
std::unique_ptr<RunServer>& run_server();

}  // namespace harness
