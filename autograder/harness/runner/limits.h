// What a run may use, set upon the process itself before the exercise is loaded.
#pragma once

#include "harness/running/control.h"

namespace harness {

/// Time, files, processes; no rights beyond ours, and no way to look at the process from outside.
void take_limits(const Control& control);

/// Memory, counted from what is mapped now: the emulator has reserved its address space by then.
void limit_memory(const Control& control);

}  // namespace harness
