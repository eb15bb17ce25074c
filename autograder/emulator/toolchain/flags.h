// The compilers' command lines for each step from .cu to program. One place, because a precompiled
// header is only used by compilations with the very flags that it was made with.
#pragma once

#include <string>
#include <vector>

#include "toolchain/command_line.h"
#include "toolchain/installation.h"

namespace emu::toolchain {

using Command = std::vector<std::string>;

/// Whose text a preprocessor is to make: `__CUDA_ARCH__` is defined for the device only.
enum class For { kHost, kDevice };

/// .cu → preprocessed text with line markers. `users_text` names a file with what the command line
/// adds to it (user_macros.h); empty for nothing.
Command preprocess_command(const CommandLine& line, const Installation& where,
                           const std::string& source, const std::string& preprocessed,
                           const std::string& users_text = "", For side = For::kHost);
/// Translated text → object file, or assembler text where that is looked at.
Command compile_translated_command(const CommandLine& line, const Installation& where,
                                   const std::string& translated, const std::string& object);
/// Assembler text → object file.
Command assemble_command(const CommandLine& line, const std::string& assembly,
                         const std::string& object);
/// .cpp → object file.
Command compile_cpp_command(const CommandLine& line, const Installation& where,
                            const std::string& source, const std::string& object);
/// Object files → program or shared library, which shows what the version script `exports` names,
/// all that it has if there is none.
Command link_command(const CommandLine& line, const Installation& where,
                     const std::vector<std::string>& objects, const std::string& exports,
                     const std::string& output);
/// emulator/prefix.h → precompiled header.
Command precompile_command(const CommandLine& line, const Installation& where,
                           const std::string& output);

}  // namespace emu::toolchain
