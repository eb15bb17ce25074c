// Where the emulator's headers and library lie.
#pragma once

#include <filesystem>

namespace emu::toolchain {

struct Installation {
  std::filesystem::path home;         ///< holds bin/, include/ and lib/, as CUDA's toolkit does
  std::filesystem::path include;      ///< holds emulator/prefix.h and the headers with CUDA's names
  std::filesystem::path precompiled;  ///< holds emulator/prefix.h.gch/; may not exist
  std::filesystem::path library;      ///< libemulator.so
};

/// EMULATOR_HOME if set (include/, precompiled/, lib/), else the same folders beside this program's
/// own, else where the build put them.
Installation find_installation();

/// The same, of the folder `home`.
Installation installation_in(const std::filesystem::path& home);

}  // namespace emu::toolchain
