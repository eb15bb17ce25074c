// Who has read a cell since it was written, in one stamp however many they are.
//
// Readers of one warp become a group of lanes, of one block a block, of one work its era; of several
// works a *set* of stamps, of which there is one object however many cells have the same readers.
#pragma once

#include <span>

#include "checker/stamp.h"

namespace emu::checker {

/// The members of a reader set.
std::span<const Stamp> readers_in(Stamp set);

/// `readers`, none of which is known to be ordered before the running thread, and that thread.
/// `me` is its stamp with site and kAtomic.
Stamp add_reader(Stamp readers, Stamp me);

}  // namespace emu::checker
