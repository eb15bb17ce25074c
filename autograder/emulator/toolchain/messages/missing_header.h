// Headers that programs for CUDA include and that the emulator does not have, such as those of
// cuBLAS: what they are of, and what to do instead. docs/site/cuda/refused.txt has the words.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// The messages of a preprocessor, in which one sentence replaces the compiler's own for each
/// header of this kind that was not found. What it says about other headers stays as it is.
std::string about_missing_headers(std::string_view messages);

}  // namespace emu::toolchain
