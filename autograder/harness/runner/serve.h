// The runner as a server: the first process in a sandbox, which starts another runner for each run.
#pragma once

namespace harness {

/// `program`: the runner's own path. Ends when the check program does.
[[noreturn]] void serve(const char* program);

}  // namespace harness
