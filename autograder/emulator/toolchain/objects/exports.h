// What a library made of an exercise shows to others: its functions and variables with a C name,
// the entry points among them, and nothing that any library has which the emulator uses. So no call
// of the emulator's, or of a library's, can end in the exercise instead.
#pragma once

#include <string>
#include <vector>

namespace emu::toolchain {

/// A version script for the linker.
std::string export_script(const std::vector<std::string>& objects);

}  // namespace emu::toolchain
