// The compiler underneath, when the command line names none.
#pragma once

#include <string>

namespace emu::toolchain {

/// What NVCC_CCBIN names, as for nvcc; else g++, or clang++ where PATH has only that one.
std::string default_compiler();
bool is_clang(const std::string& compiler);

}  // namespace emu::toolchain
