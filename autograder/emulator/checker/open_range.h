// The host's own memory: most accesses of host code are to the heap, far from all that is closed to
// it or watched. Such an access is decided by comparing with one range around it.
#pragma once

#include <cstdint>

#include "checker/current.h"

namespace emu::checker {

/// An access of the host to `address` was found to be fine: remembers the range around it in which
/// accesses of up to 16 bytes meet nothing that is closed or watched; none where something is, as
/// in what only writes may not touch. Requires: the host runs.
void remember_open(std::uintptr_t address);

/// Requires: called whenever something is closed, opened or watched that was not before.
inline void forget_open() {
  now.open = {};
  if (now.on_host) now.near_size = 0;
}

}  // namespace emu::checker
