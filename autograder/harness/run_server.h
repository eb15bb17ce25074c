// A launcher that stays: it starts exercise-runner in its sandbox once, as a server, which starts
// another exercise-runner for each run. So a sandbox is made once for many runs and not for each.
//
// The server is the sandbox's first process, so nothing in there can end or stop it; it holds
// nothing worth knowing, and all that a run has left behind is dead before the next begins. After a
// run that had to be ended, or that left files or other traces, the sandbox is made anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/capture.h"
#include "harness/memory_file.h"
#include "harness/process.h"

namespace harness {

class RunServer {
 public:
  /// `launcher`: as in Settings. It is started when it is needed.
  explicit RunServer(Program launcher);
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

  Program launcher_;
  pid_t pid_ = 0;  ///< 0: none runs
  Descriptor socket_;
  std::unique_ptr<Capture> errors_;  ///< what launcher and server say themselves
};

/// The one of this process; null until the first run under a launcher that stays.
std::unique_ptr<RunServer>& run_server();

}  // namespace harness
