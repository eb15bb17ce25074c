// Indices beyond arrays whose size the compiler knows.
#pragma once

#include "checker/checker.h"

namespace emu::checker {

/// Whether the running thread has been told, where it stands, of an index at this line: then the
/// access that follows is no second finding.
bool has_told_of_index(const SourceLine& where);

}  // namespace emu::checker
