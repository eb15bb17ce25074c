// The runner as a server, which forks a process for each run: the first process in a sandbox, or a
// child of the check program.
#pragma once

namespace harness {

/// Comes back in the process of each run, with the run's descriptors alone. The server itself ends
/// when the check program does. `alone`: it is the first process of a sandbox, and ends all others
/// there after each run.
void serve(bool alone);

}  // namespace harness
