// Names of CUDA that the emulator does not have, and why: docs/site/cuda/refused.txt, which the
// documentation shows and whose first lines say what it looks like.
#pragma once

#include <string_view>

namespace emu::translator {

/// Why there is no such name ("cudaIpcGetMemHandle", "ptx:wgmma"); empty where the list does not
/// have it. An instruction of PTX is known by its opcode, of which the list may have only the
/// beginning.
std::string_view why_refused(std::string_view name);

}  // namespace emu::translator
