#include "toolchain/process.h"

#include "base/process.h"

namespace emu::toolchain {

Finished run(const std::vector<std::string>& command) {
  try {
    base::Ended ended = base::run_process({.arguments = command, .heard = base::Heard::kErrors});
    return {ended.exit_status, std::move(ended.err)};
  } catch (const std::runtime_error& error) {
    throw CannotRun(error.what());
  }
}

}  // namespace emu::toolchain
