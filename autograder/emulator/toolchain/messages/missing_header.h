// Headers that programs for CUDA include and that the emulator does not have, such as those of
// cuBLAS: what they are of, and what to do instead. docs/site/cuda/refused.txt has the words.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// The messages of a preprocessor. Where it did not find a header of this kind, one sentence says
/// why there is none, in the place of the compiler's own; headers that nobody knows are left alone.
std::string about_missing_headers(std::string_view messages);

}  // namespace emu::toolchain
