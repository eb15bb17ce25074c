// A process with everything that it started: what they use together, and their end.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>

#include "harness/running/process.h"

namespace harness {

/// What a process and its descendants use at one moment.
struct Census {
  int threads = 0;
  std::size_t resident_bytes = 0;
};
Census census_of(pid_t pid);

/// For how many seconds each thread of a process and its descendants has been ready to run while
/// others had the processors. Empty where the kernel does not tell.
using Waits = std::map<pid_t, double>;
Waits waits_of(pid_t pid);

/// Whether a SIGSTOP holds it or, where a launcher stands in between, the innermost of its only
/// children.
bool sleeps_on_a_stop(pid_t pid, int depth = 0);

/// From here on orphans of our children become ours, so that none escapes.
void become_subreaper();

/// Kills and reaps until no child, grandchild or orphan of this process is left, and notes how
/// `pid` ended: with `launches`, by an exit status of 128 + N, of signal N. Throws GraderError when
/// they do not go.
void bury(pid_t pid, bool launches, ProcessEnd& end);

}  // namespace harness
