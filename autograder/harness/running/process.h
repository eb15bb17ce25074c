// A child process and everything it starts: in a session of its own, watched for time, memory and
// number, and dead, with all its descendants, when this is done with.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/capture.h"
#include "base/spawn.h"
#include "harness/running/book.h"
#include "harness/running/memory_file.h"
#include "harness/running/settings.h"

namespace harness {

using base::Capture;
using base::PassedDescriptor;

struct ProcessEnd {
  enum class Stop { kNone, kTime, kMemory, kProcesses };
  Stop stopped_for = Stop::kNone;  ///< why we killed it, if we did
  bool was_stopped = false;        ///< it slept on a SIGSTOP when its time was up
  int signal = 0;  ///< that ended it, or of which its launcher told; 0 when it exited
  int exit_status = 0;
  double seconds = 0;
  long peak_kb = 0;  ///< largest resident size of a process of its family
  std::string standard_output, standard_error;  ///< at most kCapturedBytes each
  std::string book;                             ///< at most kBookBytes
};

inline constexpr std::size_t kCapturedBytes = 64 * 1024;

/// What to start. Has at least one word.
struct Program {
  std::vector<std::string> words;
  bool launches = false;  ///< another one, whose signal N it tells with exit status 128 + N
  std::vector<std::string> environment;
};

/// Gives each of ours a number above all of theirs, and keeps it as long as the result lives: none
/// overwrites another on its way to the child.
std::vector<Descriptor> lift(std::vector<PassedDescriptor>& passed);

/// Starts the program in a session of its own, with /dev/null as its standard input. Throws
/// GraderError.
pid_t spawn(const Program& program, const std::vector<PassedDescriptor>& descriptors);

/// What a run says, by three pipes.
struct Captures {
  Capture out{kCapturedBytes}, err{kCapturedBytes}, book{kBookBytes};

  void close_writing();
  /// Takes what there is; says whether there was anything.
  bool drain();
  /// Its family is dead.
  void move_to(ProcessEnd& end);
};

/// Waits until `news` can be read or `pid`, with all its family, must be ended, and says why. Its
/// time is the limit's and, up to three times as much again, that for which it waits for a
/// processor.
void watch(pid_t pid, int news, const Limits& limits, Captures& captures, ProcessEnd& end);

/// Starts the program, waits for it, and leaves no descendant alive: this process may have no other
/// children. Throws GraderError when it cannot be started or got rid of.
ProcessEnd run_process(const Program& program, const std::vector<PassedDescriptor>& descriptors,
                       const Limits& limits);

}  // namespace harness
