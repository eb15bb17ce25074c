// What graded exercises may refer to: CUDA, what emucc puts in, and a list of names with a reason
// each (permitted_imports.inc, guarded.inc). The emulator lives in the exercise's own process: a
// function that was compiled without hooks, and that nobody has looked at, could reach it.
#pragma once

#include <string>

#include "toolchain/objects/object_file.h"

namespace emu::toolchain {

/// A line for each symbol that `object`, compiled from `source`, wants and may not have:
/// `x.cu(3): error: dlsym is not for exercises: …`. `library` is the emulator. Empty when there is
/// none.
std::string refused_imports(const ObjectFile& object, const std::string& source,
                            const std::string& library);

}  // namespace emu::toolchain
