// What emucc was asked to do. Takes nvcc's words where they have a meaning here and passes over
// those that have none (nvcc/words.h).
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "toolchain/compiler.h"
#include "toolchain/nvcc/dependencies.h"
#include "toolchain/objects/control_flow.h"

namespace emu::toolchain {

/// Wrong use of emucc; the message is a sentence for its user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class InputKind { kCuda, kCpp, kObject };

struct Input {
  std::string path;
  InputKind kind = InputKind::kCuda;
};

enum class Goal {
  kProgram,
  kSharedLibrary,      ///< --shared
  kObjects,            ///< -c
  kDeviceLink,         ///< -dlink: an object file without anything, for nothing is left to link
  kDependencies,       ///< -M, -MM: prints which files a source includes
  kTranslation,        ///< --translate: prints the translated text
  kPrecompiledPrefix,  ///< --precompile-prefix: for the build of the course itself
};

struct CommandLine {
  Goal goal = Goal::kProgram;
  std::string compiler = default_compiler();
  bool checked = true;
  bool cdp1 = false;
  bool rdc = false;          ///< device code of one file may use that of others
  int arch = 900;            ///< `__CUDA_ARCH__` in device code
  bool untrusted = false;    ///< the one .cu may be an attack on the emulator
  bool any_imports = false;  ///< and may call what it likes
  std::string own_tokens;    ///< where own_tokens() of the source goes; empty: nowhere
  bool verbose = false;
  bool help = false;
  bool version = false;
  std::string output;
  Dependencies dependencies;
  std::vector<Input> inputs;
  std::string standard = "c++17";          ///< -std; nvcc's default
  std::vector<std::string> compile_flags;  ///< -I, -D, -O, -W, -f … as given
  std::vector<std::string> link_flags;     ///< -L, -l, -Wl …

  /// Whether device code is its file's own. One file alone has no others to be hidden from.
  bool has_local_device_code() const;
  /// Whether it may go on only where it may (control_flow.h). What may call anything calls back.
  bool guided() const {
    return untrusted && checked && !any_imports && goal == Goal::kSharedLibrary &&
           guides_control_flow();
  }
  /// Whether its assembler text is looked at (memory_looks.h). clang++ calls hooks for all writes.
  bool looks() const {
    return guided() || (checked && guides_control_flow() && !is_clang(compiler));
  }
};

/// Reads the arguments after the program's name.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

/// What `--help` prints.
std::string help_text();

}  // namespace emu::toolchain
