// The host's own memory: most accesses of host code are to the heap, far from all that is closed to
// it or watched. Such an access is decided by comparing with one range around it.
#pragma once

#include <cstdint>

#include "checker/current.h"

namespace emu::checker {

/// Whether an access of up to 16 bytes by the host is to memory that is known to be open.
inline bool is_open(std::uintptr_t address) {
  return now.on_host && address - now.open.begin < now.open.size;
}

/// An access of the host to `address` was found to be fine: remembers the range around it in which
/// nothing is closed or watched; none where something is, as in what only writes may not touch.
void remember_open(std::uintptr_t address);

/// Requires: called whenever something is closed, opened or watched that was not before.
inline void forget_open() { now.open = {}; }

}  // namespace emu::checker
