// Which memory an address is, and whether the running thread may touch it (G2-G4, M7, M9).
#pragma once

#include "checker/access.h"
#include "checker/messages/memory_words.h"

namespace emu::checker {

/// False when the access must not be looked at further: it is the thread's own or the host's
/// business, or it was refused (in which case the fault hook has been called on a device).
bool may_touch(const Access& access);
/// A cell that was never touched: `length` bytes at `begin` are within live memory, else the access
/// is refused. Says with `unwritten` whether a read of them is a read of nothing.
bool first_touch(const Access& access, std::uintptr_t begin, std::size_t length, bool* unwritten);
/// The same for a whole range; finds nothing wrong, only how much of it is within live memory.
std::size_t live_bytes(std::uintptr_t begin, std::size_t size);

/// Bounds remembered by first_touch no longer hold.
void forget_bounds();

}  // namespace emu::checker
