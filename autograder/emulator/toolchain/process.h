// Running another program, without a shell.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace emu::toolchain {

/// The program could not be started at all; the message names it and says why.
struct CannotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Finished {
  int status = 0;        ///< exit status; 128 + N when signal N ended it
  std::string messages;  ///< what it wrote to standard error
};

/// Runs `command` (found in PATH) and waits for it. It inherits standard output.
Finished run(const std::vector<std::string>& command);

}  // namespace emu::toolchain
