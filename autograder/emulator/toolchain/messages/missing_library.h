// Headers of libraries that come with CUDA and not with the emulator: say so by the library's name.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// A line to put behind a compiler's messages when the header that it did not find belongs to such
/// a library; empty otherwise.
std::string missing_library(std::string_view messages);

}  // namespace emu::toolchain
