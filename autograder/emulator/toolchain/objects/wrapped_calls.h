// Object files that any linker may link. Programs call malloc, printf and others through the
// emulator. When emucc links, it tells the linker so, by --wrap=malloc. Other linkers are not told:
// in an object file that emucc only compiles, calls of malloc are renamed to __wrap_malloc.
#pragma once

#include <string>
#include <vector>

#include "toolchain/command_line.h"

namespace emu::toolchain {

/// The functions that programs call through the emulator: "malloc".
std::vector<std::string> wrapped_functions(const CommandLine& line);

/// The command that renames, in an object file, calls of those that it does not define itself.
/// Empty where it calls none. Throws `BadObject`.
std::vector<std::string> rename_calls_command(const CommandLine& line, const std::string& object);

}  // namespace emu::toolchain
