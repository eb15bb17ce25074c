#include "toolchain/installation.h"

#include <cstdlib>

namespace emu::toolchain {

namespace fs = std::filesystem;

Installation installation_in(const fs::path& home) {
  return {home / "include", home / "precompiled", home / "lib" / "libemulator.so"};
}

Installation find_installation() {
  if (const char* home = std::getenv("EMULATOR_HOME"); home != nullptr && *home != '\0') {
    return installation_in(home);
  }
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  Installation beside = installation_in(own.parent_path().parent_path());
  if (!error && fs::exists(beside.include / "emulator" / "seam.h")) return beside;
  return {EMUCC_INCLUDE, EMUCC_PRECOMPILED, EMUCC_LIBRARY};
}

}  // namespace emu::toolchain
