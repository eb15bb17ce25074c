// Memory that was written behind its end by something that no hook sees: the bytes there have a
// seal.
#pragma once

#include "memory/memory.h"

namespace emu::checker {

/// An error where the seal behind the allocation is broken, which ends at `freed_at`, or with the
/// program where that is null. Nothing where an access out of bounds has been told already.
void check_seal(const memory::Allocation& allocation, const void* freed_at);
/// The same of all that is still alive, at the end of the run.
void check_seals();

}  // namespace emu::checker
