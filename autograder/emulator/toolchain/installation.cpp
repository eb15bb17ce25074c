#include "toolchain/installation.h"

#include <cstdlib>

namespace emu::toolchain {

namespace fs = std::filesystem;

namespace {

/// Compilers name headers as they were told to, and messages know the emulator's by that name.
fs::path real(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::canonical(path, error);
  return error ? path : found;
}

}  // namespace

Installation installation_in(const fs::path& home) {
  return {home, real(home / "include"), real(home / "precompiled"),
          real(home / "lib" / "libemulator.so")};
}

Installation find_installation() {
  if (const char* home = std::getenv("EMULATOR_HOME"); home != nullptr && *home != '\0') {
    return installation_in(home);
  }
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  Installation beside = installation_in(own.parent_path().parent_path());
  if (!error && fs::exists(beside.include / "emulator" / "seam.h")) return beside;
  return {own.parent_path().parent_path(), EMUCC_INCLUDE, EMUCC_PRECOMPILED, EMUCC_LIBRARY};
}

}  // namespace emu::toolchain
