// The compiler underneath, when the command line names none.
#pragma once

#include <string>

namespace emu::toolchain {

/// g++, or clang++ where PATH has only that one.
std::string default_compiler();

}  // namespace emu::toolchain
