// Names of CUDA's that the emulator does not have, where a compiler only says that it does not know
// them. CUDA's names are those of docs/site/cuda/list.txt.
#pragma once

#include <string>
#include <string_view>

namespace emu::toolchain {

/// `'cudaFoo' was not declared in this scope` → "'cudaFoo' is CUDA's, but the emulator does not
/// have it". Empty for words that say something else, or of a name that is not CUDA's.
std::string missing_cuda(std::string_view words);

}  // namespace emu::toolchain
