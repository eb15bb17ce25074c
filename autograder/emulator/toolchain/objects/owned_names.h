// Names that an exercise must not define, because its own calls, those that the compiler puts in
// too, would then reach it instead of the emulator.
#pragma once

#include <string>

#include "toolchain/objects/object_file.h"

namespace emu::toolchain {

/// A line for each symbol that `object`, compiled from `source`, defines and that belongs to the
/// emulator, `library`, or to how programs start: `x.cu(3): error: cudaMalloc belongs to …`. Empty
/// when there is none.
std::string refused_definitions(const ObjectFile& object, const std::string& source,
                                const std::string& library);

}  // namespace emu::toolchain
