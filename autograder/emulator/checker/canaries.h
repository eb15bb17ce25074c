// Memory that was written behind its end by something that no hook sees: the
// canary there, bytes that the emulator put behind each allocation, is no longer what it was.
#pragma once

#include "memory/memory.h"

namespace emu::checker {

/// An error where the canary behind the allocation is broken, which ends at `freed_at`, or with the
/// program where that is null. Nothing where an access out of bounds has been told already.
void check_canary(const memory::Allocation& allocation, const void* freed_at);
/// The same of all that is still alive, at the end of the run.
void check_canaries();

}  // namespace emu::checker
