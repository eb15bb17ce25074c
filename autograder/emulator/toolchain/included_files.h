// Which files an untrusted source is made of, and whether each is what it claims to be: text of a
// system header is compiled without being read by the translator.
#pragma once

#include <string>
#include <string_view>

#include "installation.h"

namespace emu::toolchain {

/// A line for each reason to refuse `preprocessed`, which holds line markers: files that were
/// included as system headers and are none, headers of processor intrinsics, and `#line` in the
/// user's files. Empty when there is none.
std::string refused_files(std::string_view preprocessed, const Installation& where);

}  // namespace emu::toolchain
