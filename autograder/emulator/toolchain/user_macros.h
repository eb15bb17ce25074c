// What the command line adds to the text: macros (-D, -U) and files (-include). It comes behind
// CUDA's headers, so `-DN=1024` cannot change a name in them, and the precompiled header fits
// whatever is defined.
//
// Macros that headers ask for stay in front of everything: NDEBUG, CUDA's own, and the names that
// C++ reserves, such as _GNU_SOURCE.
#pragma once

#include <string>
#include <vector>

namespace emu::toolchain {

/// The flags that are left for the compilers' command lines.
std::vector<std::string> flags_without_user_text(const std::vector<std::string>& flags);

/// The others, in order, as a header: `#define N 1024`. Empty when there are none.
std::string user_text(const std::vector<std::string>& flags);

}  // namespace emu::toolchain
